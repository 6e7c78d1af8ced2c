// Replaces the processes of the released version one by one while people work, then rolls the update back in the same
// way.
import { processNames } from '../fleet.mjs';
import { drill } from '../drill.mjs';
import { lastingViolations, playUpdate, versionBefore } from '../update.mjs';

export const { about, run } = drill({
  about:
    'the previous version (--from <commit>, else the newest tag) is replaced under load, and rolled back',
  version: versionBefore,
  play: (stage) =>
    playUpdate(stage, async (step) => {
      const { today, version: before, environment, fleet } = stage;
      await step(`migrate to ${today.name}`, () => stage.migrate(today));
      for (const name of processNames)
        await step(`${name} to ${today.name}`, () => fleet.replace(name, today));
      const found = await lastingViolations(environment);
      for (const name of processNames.toReversed())
        await step(`${name} back to ${before.name}`, () => fleet.replace(name, before));
      return found;
    }),
});
