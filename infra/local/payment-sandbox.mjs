// The card provider of a local start, on an origin of its own like a real one. Its page says what it can do by now.
import { createServer } from 'node:http';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Payment sandbox</title><body style="font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 40rem; padding: 1rem">
<h1>Payment sandbox</h1><p>Card payments come with a later version of the portal. No money moves here.</p></body></html>`;

const server = createServer((request, response) => {
  const [status, type, body] =
    request.url === '/live'
      ? [200, 'text/plain', 'live']
      : request.url === '/'
        ? [200, 'text/html', PAGE]
        : [404, 'text/plain', 'not found'];
  response.writeHead(status, {
    'content-type': `${type}; charset=utf-8`,
    'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
  });
  response.end(body);
});
server.listen(Number(process.argv[2]), '127.0.0.1');
process.once('SIGTERM', () => server.close(() => process.exit(0)));
