#!/bin/sh
# Usage: start-over-ssh.sh HOST…
#
# Starts a worker on each host, with a tunnel back to the Redis on this machine. A host's keys come from its own environment, or from a
# .env file in the home folder there. Ctrl-C takes no new jobs and waits for those in flight.
#
#   REDIS_PORT         of the Redis here (6379)
#   REDIS_PASSWORD     if it has one; it travels on standard input and is in no list of processes
#   TUNNEL_PORT        where the hosts find it (16379)
#   ASSAY_CONCURRENCY  jobs at a time on each host (4)
set -eu
tunnel="${TUNNEL_PORT:-16379}"
url="redis://${REDIS_PASSWORD:+:$REDIS_PASSWORD@}127.0.0.1:$tunnel"
stop="$(mktemp -u)"
trap 'touch "$stop"' INT TERM
trap 'rm -f "$stop"' EXIT

# The address comes first on standard input. When it ends, the worker is asked to stop, and the tunnel stays until it has.
remote="read -r ASSAY_REDIS_URL; export ASSAY_REDIS_URL
  assay worker --concurrency ${ASSAY_CONCURRENCY:-4} & worker=\$!
  cat > /dev/null; kill \$worker; wait \$worker"

for host in "$@"; do
  { echo "$url"; while [ ! -e "$stop" ]; do sleep 1; done; } |
    ${SSH:-ssh} -R "$tunnel:127.0.0.1:${REDIS_PORT:-6379}" "$host" "$remote" &
  started="${started:-} $!"
done
# A signal interrupts `wait`, so it is called again until all of them have ended.
for one in ${started:-}; do
  while kill -0 "$one" 2> /dev/null; do wait "$one" || true; done
done
