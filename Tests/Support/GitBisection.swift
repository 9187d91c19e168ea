/// Returns a shell script that makes a repository of 20 commits of an app, and bisects it; in it, `"$@"` is `rewind`.
///
/// The app is `program` with flags: one up to the 12th commit, `--double-ticks` up to the 13th, perhaps one in the 7th
/// only. The 16th does not start.
public func gitBisection(
  of program: String,
  until12 good: String,
  only7 other: String = "",
  verify arguments: String
) -> String {
  """
  set -e
  export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
  git init -q repository && cd repository
  git config user.name rewind && git config user.email rewind@localhost
  number=1
  while [ $number -le 20 ]; do
    flags=
    [ $number -le 12 ] && flags="$flags \(good)"
    [ $number -le 13 ] && flags="$flags --double-ticks"
    [ $number -eq 7 ] && flags="$flags \(other)"
    program='\(program)'
    [ $number -eq 16 ] && program=/nowhere/shop
    printf '#!/bin/sh\\nexec %s "$@" %s\\n' "$program" "$flags" > app
    chmod +x app
    git add app && git commit -q --allow-empty -m "commit $number"
    number=$((number + 1))
  done
  git bisect start HEAD HEAD~19
  git bisect run "$@" verify \(arguments)
  """
}
