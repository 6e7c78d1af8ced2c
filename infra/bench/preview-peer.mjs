// A server that sends previews in the usual way: sharp decodes the scan for each request. imaging-load.mjs compares the
// imaging service with this server.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import sharp from 'sharp';

const pages = JSON.parse(readFileSync(process.argv[2], 'utf8'));
sharp.concurrency(1);
sharp.cache(false);

const server = createServer(async (request, response) => {
  const [page, width] = request.url.slice(1).split('/').map(Number);
  const picture = sharp(pages[page].file, { limitInputPixels: 160e6 }).resize(width).toColourspace('b-w');
  response.setHeader('content-type', 'image/jpeg');
  response.end(await picture.jpeg({ quality: 80, optimiseCoding: false }).toBuffer());
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
