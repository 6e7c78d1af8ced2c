// `npm run locales -- export|import|missing|check …`: exports texts for translators and imports the translations
// (proto/locales/README.md).
import { runsUnderNode24 } from './node-version.mjs';

if (await runsUnderNode24(process.argv[1])) {
  const { buildServer } = await import('./build-server.mjs');
  await buildServer();
  const { localesFromCommandLine } = await import('./locales/command.mjs');
  process.exitCode = localesFromCommandLine(process.argv.slice(2));
}
