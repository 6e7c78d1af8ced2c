// `npm run build`: compiles src to dist in every server package and builds the web pages. Only what changed is built
// again.
import { fileURLToPath } from 'node:url';
import { runsUnderNode24 } from './node-version.mjs';
import { reportAndExit } from './problem.mjs';

if (process.argv[1] === fileURLToPath(import.meta.url) && (await runsUnderNode24(process.argv[1]))) {
  const { buildServer } = await import('./build-server.mjs');
  const { buildWeb } = await import('./build-web.mjs');
  const started = Date.now();
  try {
    const [{ compiled, current }, web] = await Promise.all([buildServer(), buildWeb()]);
    process.stdout.write(
      `Server: ${compiled} files compiled, ${current} up to date. Web: ${web}. ${Date.now() - started} ms\n`,
    );
  } catch (error) {
    reportAndExit(error);
  }
}
