import { clerk, schedule, type BillingWorld } from './billing-world.js';

/** The time at which the tests of a new county begin. */
export const START = '2026-02-10T15:00:00.000Z';
const LAST_TASKS = { lastTasks: '2026-02-05', lastTasksAt: '2026-02-05T12:00:00.000Z' };

let counties = 0;
/** Adds a county with this schedule, removes all other counties, and sets the clock to the start. */
export function addCounty(world: BillingWorld, over: Parameters<typeof schedule>[1] = {}): string {
  counties += 1;
  const county = `lake-${counties}`;
  world.schedules.kept.clear();
  world.schedules.kept.set(county, schedule(county, over));
  world.clock.set(START);
  return county;
}

export type AccountTerms = Parameters<BillingWorld['accounts']['add']>[1];
/** Adds an account whose tasks were done five days before `START`. @returns its id */
export const addAccount = (world: BillingWorld, county: string, over: AccountTerms = {}): string =>
  world.accounts.add(county, { ...LAST_TASKS, ...over }).id;

/** Reads the months of an account, each as a text such as 'MONTHLY_FEE 2026-03 DONE'. */
export const statesOf = async (world: BillingWorld, account: string): Promise<string[]> =>
  (await world.periods(account)).map(({ task, period, state }) => `${task} ${period} ${state}`);

export const staff = (county: string) => ({ actor: clerk(county) });
export const provider = (county: string) => ({ actor: clerk(county, { role: 'TRIMIN' }) });
