// Interrupts an update when half of the processes are replaced, kills a new process as it begins its work, and then
// rolls the update back.
import { processNames } from '../fleet.mjs';
import { drill } from '../drill.mjs';
import { lastingViolations, playUpdate, versionBefore } from '../update.mjs';

const HALF = processNames.slice(0, processNames.length / 2);
const INTERRUPTED = processNames[HALF.length];

export const { about, run } = drill({
  about:
    'an update (--from <commit>, else the newest tag) is interrupted halfway under load, and rolled back',
  version: versionBefore,
  play: (stage) =>
    playUpdate(stage, async (step) => {
      const { today, version: before, environment, fleet } = stage;
      await step(`migrate to ${today.name}`, () => stage.migrate(today));
      for (const name of HALF) await step(`${name} to ${today.name}`, () => fleet.replace(name, today));
      await step(`${INTERRUPTED} of both versions`, () => fleet.add(INTERRUPTED, today));
      await step(`the new ${INTERRUPTED} is killed`, () => fleet.lose(INTERRUPTED, today));
      const found = await lastingViolations(environment);
      for (const name of HALF.toReversed())
        await step(`${name} back to ${before.name}`, () => fleet.replace(name, before));
      return found;
    }),
});
