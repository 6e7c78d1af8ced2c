import type pg from 'pg';

/** A step of a load that one connection does while others do theirs. */
export interface LaneTask {
  readonly name: string;
  /** Tasks that must be done before. */
  readonly after?: readonly string[];
  readonly run: (client: pg.Client) => Promise<void>;
}

/**
 * Does tasks on several connections at once, each as soon as those before it are done, in the order given.
 * @throws the first failure, when nothing of the others is under way any more
 */
export async function runInLanes(
  lanes: readonly pg.Client[],
  tasks: readonly LaneTask[],
  onDone: (task: LaneTask) => void = () => undefined,
): Promise<void> {
  const waiting = [...tasks];
  const done = new Set<string>();
  const failures: unknown[] = [];
  let wake: (() => void)[] = [];
  const takeReady = (): LaneTask | undefined => {
    const at = waiting.findIndex(({ after = [] }) => after.every((name) => done.has(name)));
    return at < 0 ? undefined : waiting.splice(at, 1)[0];
  };
  const work = async (client: pg.Client): Promise<void> => {
    while (waiting.length > 0 && failures.length === 0) {
      const task = takeReady();
      if (!task) {
        await new Promise<void>((resolve) => wake.push(resolve));
        continue;
      }
      try {
        await task.run(client);
        done.add(task.name);
        onDone(task);
      } catch (error) {
        failures.push(error);
      }
      for (const resolve of wake) resolve();
      wake = [];
    }
  };
  await Promise.all(lanes.map(work));
  if (failures.length > 0) throw failures[0];
}
