#!/bin/sh
# Runs Redis. With the argument `commands`, Redis keeps everything on disk and never drops a key. With `cache`, it keeps
# everything in memory and drops the least recently used keys. With `health`, the script only checks a running Redis.
# The administrator's password is in /run/secrets/password. The service `migrate` of docker-compose.yml creates a Redis
# user for each of the portal's processes.
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
