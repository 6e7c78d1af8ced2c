// Adds the demo counties to an installation that runs with docker-compose.yml, and catches the mail that it sends
// (deploy/demo.yml). Arguments: the data folder, the port of the mail server, and the port of the page that shows the
// mail. The product must be running.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { importDemoCounties } from './demo-counties.mjs';
import { deploymentEnvironment } from './deployment.mjs';
import { startMailCatcher } from './mail-catcher.mjs';
import { reportAndExit } from './problem.mjs';

const [dataDir = '', smtpPort, pagePort] = process.argv.slice(2);
const say = (line) => process.stdout.write(`${line}\n`);

try {
  const environment = { ...(await deploymentEnvironment()), DEMO: '1' };
  mkdirSync(dataDir, { recursive: true });
  const servers = { host: '0.0.0.0', port: Number(smtpPort) };
  const { stop } = await startMailCatcher(path.join(dataDir, 'mail'), Number(pagePort), servers);
  process.once('SIGTERM', () => {
    stop();
    process.exit(0);
  });
  await importDemoCounties({ environment, dataDir, say });
  // the health check looks for this file
  writeFileSync(path.join(dataDir, 'ready'), '');
  say('The demo counties are ready.');
} catch (error) {
  reportAndExit(error);
}
