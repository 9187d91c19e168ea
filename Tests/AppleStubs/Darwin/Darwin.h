// The C declarations that the package uses, from the manual pages and XNU's published sources.
#pragma once

// Types.
typedef signed char int8_t;
typedef short int16_t;
typedef int int32_t;
typedef long long int64_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef __SIZE_TYPE__ size_t;
typedef __INTPTR_TYPE__ ssize_t;
typedef __INTPTR_TYPE__ intptr_t;
typedef __UINTPTR_TYPE__ uintptr_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef int32_t dev_t;
typedef uint64_t ino_t;
typedef int64_t off_t;
typedef uint32_t uid_t;
typedef uint32_t gid_t;
typedef int32_t pid_t;
typedef uint32_t id_t;
typedef uint64_t rlim_t;
typedef int64_t blkcnt_t;
typedef int32_t blksize_t;
typedef uint32_t useconds_t;
typedef int32_t suseconds_t;
typedef unsigned int nfds_t;
typedef long time_t;
typedef uint32_t sigset_t;
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;

// Errors.
#define EPERM 1
#define ENOENT 2
#define ESRCH 3
#define EINTR 4
#define EIO 5
#define ENOEXEC 8
#define EBADF 9
#define ENOMEM 12
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EMFILE 24
#define EFBIG 27
#define ENOSPC 28
#define EROFS 30
#define EPIPE 32
#define EAGAIN 35
#define ENOTSUP 45
#define EDQUOT 69
char *strerror(int);

// Memory and text.
void *malloc(size_t);
void free(void *);
char *strdup(const char *);
size_t strlen(const char *);
int memcmp(const void *, const void *, size_t);
void qsort(void *, size_t, size_t, int (* _Nonnull)(const void *, const void *));
void *memchr(const void *, int, size_t);
char *strchr(const char *, int);
void *memcpy(void *, const void *, size_t);
void *memmove(void *, const void *, size_t);
void *memset(void *, int, size_t);
#define PROT_NONE 0x00
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_ANON 0x1000
#define MAP_RESILIENT_MEDIA 0x4000
#define MS_ASYNC 0x0001
#define MS_SYNC 0x0010
#define MADV_DONTNEED 4
void *mmap(void *, size_t, int, int, int, off_t);
int munmap(void *, size_t);
int msync(void *, size_t, int);
int madvise(void *, size_t, int);
int getpagesize(void);
#define _SC_PAGESIZE 29
long sysconf(int);

// Files.
struct timespec { time_t tv_sec; long tv_nsec; };
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  char *tm_zone;
};
struct tm *localtime_r(const time_t *, struct tm *);
size_t strftime(char *, size_t, const char *, const struct tm *);
struct stat {
  dev_t st_dev; mode_t st_mode; nlink_t st_nlink; ino_t st_ino; uid_t st_uid; gid_t st_gid; dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size; blkcnt_t st_blocks; blksize_t st_blksize;
  uint32_t st_flags, st_gen; int32_t st_lspare; int64_t st_qspare[2];
};
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_ACCMODE 0x0003
#define O_NONBLOCK 0x00000004
#define O_APPEND 0x00000008
#define O_NOFOLLOW 0x00000100
#define O_CREAT 0x00000200
#define O_TRUNC 0x00000400
#define O_EXCL 0x00000800
#define O_DIRECTORY 0x00100000
#define O_CLOEXEC 0x01000000
#define F_DUPFD 0
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_PREALLOCATE 42
#define PATH_MAX 1024
#define F_GETPATH 50
#define F_FULLFSYNC 51
#define F_GETPROTECTIONCLASS 63
#define F_DUPFD_CLOEXEC 67
#define F_BARRIERFSYNC 85
#define F_PUNCHHOLE 99
#define F_ALLOCATECONTIG 0x00000002
#define F_ALLOCATEALL 0x00000004
#define F_PEOFPOSMODE 3
#define FD_CLOEXEC 1
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define R_OK 4
#define W_OK 2
#define X_OK 1
#define F_OK 0
typedef struct fstore {
  unsigned int fst_flags; int fst_posmode; off_t fst_offset; off_t fst_length; off_t fst_bytesalloc;
} fstore_t;
int open(const char *, int, ...);
int openat(int, const char *, int, ...);
int fcntl(int, int, ...);
int ioctl(int, unsigned long, ...);
int close(int);
ssize_t read(int, void *, size_t);
ssize_t write(int, const void *, size_t);
ssize_t pread(int, void *, size_t, off_t);
ssize_t pwrite(int, const void *, size_t, off_t);
off_t lseek(int, off_t, int);
int ftruncate(int, off_t);
int fsync(int);
int stat(const char *, struct stat *);
int fstat(int, struct stat *);
int lstat(const char *, struct stat *);
int access(const char *, int);
int unlink(const char *);
int rename(const char *, const char *);
int mkdir(const char *, mode_t);
int rmdir(const char *);
int mkfifo(const char *, mode_t);
ssize_t readlink(const char *, char *, size_t);
int chmod(const char *, mode_t);
int fchmod(int, mode_t);
char *realpath(const char *, char *);
int mkstemp(char *);
int dup(int);
int dup2(int, int);
int pipe(int[2]);
int isatty(int);
typedef struct __sFILE FILE;
extern FILE *__stdinp, *__stdoutp, *__stderrp;
#define stdin __stdinp
#define stdout __stdoutp
#define stderr __stderrp
int fflush(FILE *);
FILE *fdopen(int, const char *);
ssize_t getline(char **, size_t *, FILE *);

// Numbers.
double log(double);
double cbrt(double);

// Time.
typedef enum { _CLOCK_REALTIME = 0, _CLOCK_MONOTONIC = 6 } clockid_t;
int clock_gettime(clockid_t, struct timespec *);

// Processes.
pid_t getpid(void);
pid_t getppid(void);
uid_t geteuid(void);
int kill(pid_t, int);
int raise(int);
void exit(int) __attribute__((noreturn));
void _exit(int) __attribute__((noreturn));
void abort(void) __attribute__((noreturn));
char *getenv(const char *);
int setenv(const char *, const char *, int);
int usleep(useconds_t);
struct rlimit { rlim_t rlim_cur, rlim_max; };
#define RLIMIT_NOFILE 8
#define RLIMIT_CPU 0
#define RLIMIT_FSIZE 1
#define RLIMIT_CORE 4
int getrlimit(int, struct rlimit *);
int setrlimit(int, const struct rlimit *);
typedef enum { P_ALL, P_PID, P_PGID } idtype_t;
#define WNOHANG 1
#define WEXITED 4
#define WNOWAIT 0x20
pid_t waitpid(pid_t, int *, int);
typedef void *posix_spawn_file_actions_t;
typedef void *posix_spawnattr_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
int posix_spawn(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                char *const[], char *const[]);
int posix_spawnp(pid_t *, const char *, const posix_spawn_file_actions_t *, const posix_spawnattr_t *,
                char *const[], char *const[]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *, int, int);
int posix_spawn_file_actions_addclose(posix_spawn_file_actions_t *, int);
int posix_spawnattr_init(posix_spawnattr_t *);
int posix_spawnattr_destroy(posix_spawnattr_t *);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *, const sigset_t *);
int posix_spawnattr_setsigmask(posix_spawnattr_t *, const sigset_t *);
int posix_spawnattr_setpgroup(posix_spawnattr_t *, pid_t);
int posix_spawnattr_setflags(posix_spawnattr_t *, short);
typedef void *rusage_info_t;
#define RUSAGE_INFO_V2 2
struct rusage_info_v2 {
  uint8_t ri_uuid[16];
  uint64_t ri_user_time, ri_system_time, ri_pkg_idle_wkups, ri_interrupt_wkups, ri_pageins, ri_wired_size,
    ri_resident_size, ri_phys_footprint, ri_proc_start_abstime, ri_proc_exit_abstime, ri_child_user_time,
    ri_child_system_time, ri_child_pkg_idle_wkups, ri_child_interrupt_wkups, ri_child_pageins,
    ri_child_elapsed_abstime, ri_diskio_bytesread, ri_diskio_byteswritten;
};
#define RUSAGE_INFO_V4 4
struct rusage_info_v4 {
  uint64_t ri_instructions, ri_cycles;
};
int proc_pid_rusage(int, int, rusage_info_t *);
int proc_pidpath(int, void *, uint32_t);
int proc_listallpids(void *, int);
#define CTL_KERN 1
#define KERN_PROCARGS2 49
int sysctl(int *, unsigned int, void *, size_t *, void *, size_t);

// Signals.
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGALRM 14
#define SIGTERM 15
#define SIGSTOP 17
#define SIGTSTP 18
#define SIGCONT 19
#define SIGCHLD 20
#define SIGXFSZ 25
#define SIGWINCH 28
#define SIGUSR1 30
#define SIGUSR2 31
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define SA_ONSTACK 0x0001
#define SA_RESTART 0x0002
#define SA_RESETHAND 0x0004
#define SA_SIGINFO 0x0040
union sigval { int sival_int; void *sival_ptr; };
typedef struct __siginfo {
  int si_signo, si_errno, si_code; pid_t si_pid; uid_t si_uid; int si_status; void *si_addr;
  union sigval si_value; long si_band; unsigned long __pad[7];
} siginfo_t;
union __sigaction_u { void (*__sa_handler)(int); void (*__sa_sigaction)(int, struct __siginfo *, void *); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
typedef void (*sig_t)(int);
typedef struct __darwin_sigaltstack { void *ss_sp; size_t ss_size; int ss_flags; } stack_t;
int sigaction(int, const struct sigaction *, struct sigaction *);
void (*signal(int, void (*)(int)))(int);
int sigemptyset(sigset_t *);
int sigfillset(sigset_t *);
int sigaddset(sigset_t *, int);
int sigwait(const sigset_t *, int *);
int pthread_sigmask(int, const sigset_t *, sigset_t *);
int sigaltstack(const stack_t *, stack_t *);
int waitid(idtype_t, id_t, siginfo_t *, int);

// Terminals and polling.
struct pollfd { int fd; short events, revents; };
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
int poll(struct pollfd *, nfds_t, int);
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_cc[20]; speed_t c_ispeed, c_ospeed; };
#define TCSANOW 0
#define TCSADRAIN 1
int tcgetattr(int, struct termios *);
int tcsetattr(int, int, const struct termios *);
void cfmakeraw(struct termios *);
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };

// xlocale.h
typedef struct _xlocale *locale_t;
locale_t newlocale(int, const char *, locale_t);
int freelocale(locale_t);

// Threads and locks, whose headers are audited for null.
#pragma clang assume_nonnull begin
typedef struct os_unfair_lock_s { uint32_t _os_unfair_lock_opaque; } os_unfair_lock, *os_unfair_lock_t;
void os_unfair_lock_lock(os_unfair_lock_t lock);
void os_unfair_lock_unlock(os_unfair_lock_t lock);
typedef struct _opaque_pthread_t { long __sig; char __opaque[8176]; } *pthread_t;
pthread_t pthread_self(void);
#pragma clang assume_nonnull end

// Sockets.
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t in_addr_t;
typedef uint32_t socklen_t;
struct in_addr { in_addr_t s_addr; };
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct sockaddr_in {
  uint8_t sin_len;
  sa_family_t sin_family;
  in_port_t sin_port;
  struct in_addr sin_addr;
  char sin_zero[8];
};
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_SNDTIMEO 0x1005
#define SO_RCVTIMEO 0x1006
#define SO_NOSIGPIPE 0x1022
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
#define SHUT_RDWR 2
int socket(int, int, int);
int bind(int, const struct sockaddr *, socklen_t);
int listen(int, int);
int accept(int, struct sockaddr *, socklen_t *);
int connect(int, const struct sockaddr *, socklen_t);
int getsockname(int, struct sockaddr *, socklen_t *);
int setsockopt(int, int, int, const void *, socklen_t);
int shutdown(int, int);
ssize_t send(int, const void *, size_t, int);
ssize_t recv(int, void *, size_t, int);
int inet_pton(int, const char *, void *);

typedef struct dl_info {
  const char *dli_fname;
  void *dli_fbase;
  const char *dli_sname;
  void *dli_saddr;
} Dl_info;
int dladdr(const void *, Dl_info *);
