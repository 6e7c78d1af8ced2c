// The usual way to send a preview: sharp reads the scan for each request. For imaging-load.mjs.
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
