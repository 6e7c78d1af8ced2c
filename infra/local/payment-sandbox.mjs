// The card provider of a local start, a process and an origin of its own like a real one: port, folder of its book, file
// of merchants, address for notifications.
import { startSandbox } from './sandbox/server.mjs';

const [port, folder, credentials, webhookUrl] = process.argv.slice(2);
const sandbox = await startSandbox({ port: Number(port), folder, credentials, webhookUrl });
// whoever lets the system choose the port has to be told
if (port === '0') process.stdout.write(`the payment sandbox listens on ${sandbox.port}\n`);
process.once('SIGTERM', () => void sandbox.stop().then(() => process.exit(0)));
