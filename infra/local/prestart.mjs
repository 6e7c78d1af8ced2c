// Runs before `npm start` and `npm test`: installs Node 24 and the packages if they are missing.
import { prepare } from './install.mjs';

await prepare();
