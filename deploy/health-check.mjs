// The health check of an image: exits with 0 if the process in this container is ready for work.
const { SERVICE_PORT = '9090' } = process.env;
const answer = await fetch(`http://127.0.0.1:${SERVICE_PORT}/ready`, {
  signal: AbortSignal.timeout(4000),
}).catch((error) => ({ ok: false, text: async () => String(error.cause ?? error) }));
if (!answer.ok) process.stdout.write(`${await answer.text()}\n`);
process.exit(answer.ok ? 0 : 1);
