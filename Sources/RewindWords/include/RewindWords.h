// Words that one thread writes and others may look at meanwhile.
//
// Swift's own atomics need macOS 15 and iOS 18. Relaxed loads and stores are plain instructions on
// every processor; what they tell compilers and the thread sanitizer is that the others are expected.

#ifndef REWIND_WORDS_H
#define REWIND_WORDS_H

#include <pthread.h>

static inline __attribute__((always_inline)) long rewind_word_load(const long *word) {
  return __atomic_load_n(word, __ATOMIC_RELAXED);
}

static inline __attribute__((always_inline)) void rewind_word_store(long *word, long value) {
  __atomic_store_n(word, value, __ATOMIC_RELAXED);
}

// The running thread; no other that runs has the same, and none has 0.
static inline __attribute__((always_inline)) long rewind_this_thread(void) { return (long)pthread_self(); }

#endif
