#!/bin/sh
# Runs PostgreSQL. The first start creates the cluster, with the password in /run/secrets/password.
set -eu
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  rm -rf "$PGDATA.new"
  initdb --pgdata="$PGDATA.new" --username=postgres --pwfile=/run/secrets/password --auth-local=peer \
    --auth-host=scram-sha-256 --encoding=UTF8 --locale-provider=builtin --builtin-locale=C.UTF-8 --lc-collate=C \
    --lc-ctype=C --data-checksums >/dev/null
  echo 'host all all all scram-sha-256' >>"$PGDATA.new/pg_hba.conf"
  echo 'CREATE DATABASE portal' | postgres --single -D "$PGDATA.new" postgres >/dev/null
  # the folder gets its final name only when it is complete; after an interrupted start, the next start creates it again
  mv "$PGDATA.new" "$PGDATA"
fi
exec postgres -D "$PGDATA" -c listen_addresses='*' -c unix_socket_directories=/tmp -c jit=off \
  -c max_connections="${POSTGRES_CONNECTIONS:-200}" -c shared_buffers="${POSTGRES_SHARED_BUFFERS:-256MB}" \
  -c wal_level=logical -c log_min_messages=warning
