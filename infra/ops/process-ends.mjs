// Ends processes under load, one after the other. This is the common part of the drills that end them in different
// ways.
import { lostPurchases } from './day.mjs';
import { isHonest, seconds } from './drill.mjs';
import { reasonsOf, recordSteps, stepColumns, totals } from './steps.mjs';

/**
 * The number of answered requests to wait for after each process has ended and been started again. The drill waits for
 * twice as many before the first process ends.
 */
const AROUND = 80;

/** True if the request got no answer, because the balancer sent it to a gateway that had just ended. */
const wasAtGateway = ({ status }) => typeof status === 'string';

/**
 * @param {import('./drill.mjs').Stage} stage
 * @param {readonly string[]} names of the processes
 * @param {(stage: import('./drill.mjs').Stage, name: string) => Promise<void>} end makes a process end
 */
export async function endOneByOne(stage, names, end) {
  const { fleet, version } = stage;
  // a second gateway serves the people whose gateway has ended
  if (names.includes('gateway')) await fleet.add('gateway', version);
  const answers = stage.work();
  await stage.answered(2 * AROUND);
  const { rows, step } = recordSteps(stage, answers);
  const broken = [];
  for (const name of names) {
    let again;
    const refused = await step(name, async () => {
      const failed = answers.failed.length;
      await end(stage, name);
      again = await fleet.revive(name);
      await stage.answered(AROUND);
      return [reasonsOf(answers.failed.slice(failed)), seconds(again)];
    });
    const dishonest = refused.filter((one) => !isHonest(one) && !(name === 'gateway' && wasAtGateway(one)));
    broken.push(...dishonest.map(({ path, status }) => `${path} got ${status} without ${name}`));
  }
  await stage.day.end();
  const { told, lost } = await lostPurchases(stage.ask, answers);
  return {
    head: [...stepColumns, 'with', 'ready again after'],
    rows: [...rows, ...totals(answers, { told, lost })],
    broken: [...broken, ...lost.map((guid) => `${guid} was paid and is lost`), ...(await stage.violations())],
  };
}
