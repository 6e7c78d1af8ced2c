// Records the answers that people got in each step of a drill.

/** The first columns of the table of steps. A drill may add more. */
export const stepColumns = ['step', 'requests', 'failed'];

/**
 * @param {import('./drill.mjs').Stage} stage
 * @param {import('./day.mjs').Answers} answers of the people at work
 * @returns {{ rows: string[][], step: Function }} `step` runs the work, adds a row that ends with the figures that the
 * work returned, and returns the requests that failed meanwhile
 */
export function recordSteps(stage, answers) {
  const rows = [];
  const step = async (name, work) => {
    const [began, failed] = [answers.requests, answers.failed.length];
    const figures = await work();
    const refused = answers.failed.slice(failed);
    const row = [name, answers.requests - began, refused.length, ...(figures ?? [])].map(String);
    stage.say(row.join('  '));
    rows.push(row);
    return refused;
  };
  return { rows, step };
}

/** @param {object[]} refused @returns {string} for a table, as in "3 times 503" */
export function reasonsOf(refused) {
  const counts = new Map();
  for (const { status } of refused) counts.set(status, (counts.get(status) ?? 0) + 1);
  return [...counts].map(([status, count]) => `${count} times ${status}`).join(', ');
}

/** The last rows of the table: figures of the whole drill. @param {{ told: number, lost: string[] }} [purchases] */
export const totals = ({ waits }, purchases) =>
  [
    ...(purchases ? [['purchases paid, and lost', purchases.told, purchases.lost.length]] : []),
    ['sign-ins that were told to wait', waits],
  ].map((row) => row.map(String));
