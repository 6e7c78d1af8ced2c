// The product like under `npm start`, with all services and the gateway in one process, for product.mjs.
import { startInThisProcess } from '../local/one-process.mjs';

process.on('disconnect', () => process.exit(0));
const product = await startInThisProcess({ ...process.env });
process.on('message', () => void product.stop().then(() => process.exit(0)));
process.send('ready');
