// The card provider of a local start. Like a real provider, it has its own process and origin. Arguments: port, folder
// for its list of payments, file of merchants, URL for notifications, host to listen on.
import { startSandbox } from './sandbox/server.mjs';

const [port, folder, credentials, webhookUrl, host] = process.argv.slice(2);
const sandbox = await startSandbox({ port: Number(port), folder, credentials, webhookUrl, host });
// tells the port to a caller that let the system choose one
if (port === '0') process.stdout.write(`the payment sandbox listens on ${sandbox.port}\n`);
process.once('SIGTERM', () => void sandbox.stop().then(() => process.exit(0)));
