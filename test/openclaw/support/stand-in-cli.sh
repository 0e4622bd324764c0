#!/bin/sh
# The stand-in for `docker`, as far as it need not think: starting Node for every call took most of the time of the tests.
# Whatever an agent does, and whatever a test wants to be unusual, is left to docker.cjs beside it.
here=${0%/*}
think() {
  exec "$NODE" "$here/docker.cjs" "$@"
}
NODE=$(cat "$here/node")
[ -e "$here/unusual" ] && think "$@"
case $1 in --version | image | info | ps | kill | rm | run) ;; *) think "$@" ;; esac
said=
for word in "$@"; do
  # What JSON would have to escape, and what hands over a variable.
  case $word in --env | *[\"\\]* | *"
"*) think "$@" ;; esac
  said="$said,\"$word\""
done
printf '{"words":[%s],"env":{}}\n' "${said#,}" >> "$here/calls.jsonl"

open() {
  mounts=
  for word in "$@"; do
    case $word in
    --name=*) name=${word#--name=} ;;
    --volume=*)
      host=${word#--volume=}
      inside=${host#*:}
      mounts="$mounts,\"${inside%%:*}\":\"${host%%:*}\""
      ;;
    esac
  done
  printf '{"mounts":{%s},"State":{"Running":true}}' "${mounts#,}" > "$here/container-$name"
}

list() {
  wanted=
  for word in "$@"; do case $word in name=*) wanted=${word#name=} ;; esac; done
  for file in "$here"/container-*; do
    name=${file##*/container-}
    [ -e "$file" ] && case $name in *"$wanted"*) echo "$name" ;; esac
  done
}

end() {
  for name in "$@"; do
    [ -e "$here/container-$name" ] || continue
    pid=$(cat "$here/container-$name")
    case $pid in *'"pid":'*) ;; *) continue ;; esac
    pid=${pid##*'"pid":'}
    kill -9 "${pid%%[!0-9]*}" 2> /dev/null
  done
}

verb=$1
case $verb in
--version) echo "Docker version 27.0.0, build stand-in" ;;
info) echo '["name=seccomp"]' ;;
image) cat "$here/image.json" ;;
ps) list "$@" ;;
kill) shift && end "$@" ;;
rm) shift 2 && for name in "$@"; do rm -f "$here/container-$name"; done ;;
run) case " $* " in *" --detach "*) open "$@" ;; *) cat "$here/version" ;; esac ;;
esac
exit 0
