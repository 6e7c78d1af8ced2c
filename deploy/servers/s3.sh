#!/bin/bash
# Runs the object store: versitygw on a folder, with the keys in /run/secrets.
set -eu
if [ "${1:-}" = health ]; then
  exec 3<>/dev/tcp/127.0.0.1/7070
  printf 'GET /health HTTP/1.0\r\n\r\n' >&3
  read -r _ status _ <&3
  [ "$status" = 200 ]
  exit
fi
ROOT_ACCESS_KEY=$(cat /run/secrets/access_key)
ROOT_SECRET_KEY=$(cat /run/secrets/secret_key)
export ROOT_ACCESS_KEY ROOT_SECRET_KEY
mkdir -p /data/objects /data/versions
exec versitygw --quiet --keep-alive --port 0.0.0.0:7070 --health /health posix --versioning-dir /data/versions /data/objects
