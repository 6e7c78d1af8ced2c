// A server for comparison in memory.mjs. It sends a PDF in the usual way: pdf-lib creates the whole PDF in memory, and
// the response begins afterwards.
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { writeWithPdfLib } from './pdf-lib-writer.mjs';
import { formOf } from './scanned-pages.mjs';

/** The files of the pages' strips, with the width and height of each page. */
const pages = JSON.parse(readFileSync(process.argv[2], 'utf8'));

function* sources(count) {
  for (const page of pages.slice(0, count)) yield { form: formOf(page), bytes: readFileSync(page.strip) };
}

const server = createServer(async (request, response) => {
  const pdf = await writeWithPdfLib(sources(Number(request.url.slice(1))));
  response.setHeader('content-type', 'application/pdf');
  response.end(pdf);
});
server.listen(0, '127.0.0.1', () => process.send({ port: server.address().port }));
process.on('disconnect', () => process.exit(0));
