import type pg from 'pg';

/** A step of a load. It runs on one connection while other steps run on other connections. */
export interface LaneTask {
  readonly name: string;
  /** Tasks that must finish first. */
  readonly after?: readonly string[];
  readonly run: (client: pg.Client) => Promise<void>;
}

/**
 * Runs tasks on several connections at once, in the given order, each as soon as its predecessors are done.
 * @throws the first failure, after the running tasks have ended
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
