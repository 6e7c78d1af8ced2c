#!/bin/sh
# Copies the build output into a folder for the images: <folder>/shared goes into every image, <folder>/<process> only
# into the image of that process, <folder>/operator into the operator's image.
set -eu
out=$1
built() { # <package> <folder of the image>
  mkdir -p "$2/$1"
  cp -r "$1/package.json" "$1/dist" "$2/$1/"
}
mkdir -p "$out/shared/deploy" "$out/operator/infra" "$out/operator/web"
cp package.json "$out/shared/"
cp deploy/health-check.mjs "$out/shared/deploy/"
built proto "$out/shared"
cp -r proto/locales "$out/shared/proto/"
built infra "$out/shared"
built gateway "$out/gateway"
mkdir -p "$out/gateway/web"
cp -r web/dist "$out/gateway/web/"
# the operator's page check compares the served pages with these files
built gateway "$out/operator"
cp -r web/dist "$out/operator/web/"
for service in services/*; do
  built "$service" "$out/$(basename "$service")"
  built "$service" "$out/operator"
done
cp -r infra/local "$out/operator/infra/"
find "$out" -type f -name '*.js.map' -delete
