// `npm run dev`: the product as `npm start` runs it, but services start again when a source of theirs changes, and the
// pages come from Vite, which replaces changed modules in the open page.
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { start } = await import('./launch.mjs');
  await start({ watched: true });
}
