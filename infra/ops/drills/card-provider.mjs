// Makes the card provider slow under load, and then unavailable. Only the windows for card payments are affected.
import path from 'node:path';
import { ProviderServer } from '../../bench/faults/stack.mjs';
import { cardMerchantsFile } from '../../local/card-merchants.mjs';
import { stopProcess } from '../../local/processes.mjs';
import { usual } from '../day.mjs';
import { drill } from '../drill.mjs';
import { recordSteps, stepColumns, totals } from '../steps.mjs';

const AROUND = 150;
const SLOW_MS = 3_000;
/** The minimum number of visits to the card window in each step. */
const VISITS = 2;

export const { about, run } = drill({
  about: 'the card provider is slow and gone under load; searches and purchases from escrow go on',
  servers: async (stage) => {
    const credentials = cardMerchantsFile(stage.folder);
    stage.provider = new ProviderServer(path.join(stage.folder, 'provider'), credentials, '');
    await stage.provider.start();
    stage.atEnd(() => stage.provider.stop());
    const origin = `http://127.0.0.1:${stage.provider.proxy.port}`;
    return { more: { CARD_CREDENTIALS_FILE: credentials, PAYMENT_ORIGIN: origin } };
  },
  play: async (stage) => {
    const { provider } = stage;
    const answers = stage.work({ habits: [...usual, 'deposit'] });
    const { rows, step } = recordSteps(stage, answers);
    const broken = [];
    const look = async (name, change, opens) => {
      await change();
      const since = Date.now();
      await step(name, async () => {
        const visits = () => answers.cardPages.filter(({ at }) => at >= since);
        await stage.answered(AROUND);
        for (let more = 0; visits().length < VISITS && more < AROUND; more += 1) await stage.answered(5);
        const pages = visits();
        const opened = pages.filter((page) => page.opened).length;
        if (pages.length === 0 || opened !== (opens ? pages.length : 0))
          broken.push(`${name}: ${opened} of ${pages.length} card windows opened`);
        return [pages.length, opened, others(answers, since)];
      });
    };
    await look('the provider works', () => undefined, true);
    await look('it takes 6 s for an answer', () => provider.proxy.latency(SLOW_MS, 0, () => 0.5), true);
    await look('it is gone', () => stopProcess(provider.pid, ['SIGKILL']), false);
    provider.proxy.heal();
    await look('it is back', () => provider.start(), true);
    await stage.day.end();
    return {
      head: [...stepColumns, 'card windows', 'opened', 'p95 of all others'],
      rows: [...rows, ...totals(answers)],
      broken: [
        ...broken,
        ...answers.failed.map(({ path: asked, status }) => `${asked} got ${status}`),
        ...(await stage.violations()),
      ],
    };
  },
});

const others = (answers, since) =>
  `${answers.percentile(0.95, ({ path: asked, at }) => at >= since && !asked.startsWith('escrowDeposit'))} ms`;
