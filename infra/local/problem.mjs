/** A problem that the person at the terminal can solve: printed as one plain message, without a stack. */
export class Problem extends Error {}

/** Prints a `Problem` in plain words (anything else with its stack) and ends this process with 1. */
export function reportAndExit(error) {
  process.stderr.write(`\n${error instanceof Problem ? error.message : (error?.stack ?? String(error))}\n`);
  process.exit(1);
}
