// Runs before `npm start` and `npm test`.
import { prepare } from './install.mjs';

await prepare();
