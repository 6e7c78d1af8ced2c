#!/bin/sh
# `commands`: keeps everything on disk and never drops a key. `cache`: in memory, drops what was not used for longest.
# The password of the administrator is in /run/secrets/password; `migrate` makes the users of the processes.
set -eu
password=$(cat /run/secrets/password)
case $1 in
health)
  [ "$(REDISCLI_AUTH=$password redis-cli ping)" = PONG ]
  exit ;;
commands)
  users=/data/users.acl
  touch "$users"
  { echo "user default on >$password ~* &* +@all"; grep -v '^user default ' "$users" || :; } >"$users.new"
  mv "$users.new" "$users"
  settings="appendonly yes\nappendfsync everysec\nsave \"\"\nmaxmemory-policy noeviction\naclfile $users\n" ;;
cache)
  settings="appendonly no\nsave \"\"\nmaxmemory ${REDIS_CACHE_MEMORY:-256mb}\nmaxmemory-policy allkeys-lru\nrequirepass $password\n" ;;
esac
# settings go through standard input, because everyone can read the argument list
printf "bind 0.0.0.0\nprotected-mode no\ndir /data\ndaemonize no\n$settings" | exec redis-server -
