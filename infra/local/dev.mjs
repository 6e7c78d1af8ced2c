// `npm run dev`: runs the product like `npm start`, but restarts services when their sources change and serves the
// pages with Vite, which replaces changed modules in the open page.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { start } = await import('./launch.mjs');
  await start({ watched: true });
}
