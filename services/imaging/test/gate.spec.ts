import { expect, test } from '@jest/globals';
import { Gate } from '../src/ingest/gate.js';

test('a task that must run alone waits for all earlier tasks, and all later tasks wait for it', async () => {
  const begun = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  const gate = new Gate(2);
  const log: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () => {
    log.push(name);
    return new Promise<void>((resolve) => ends.set(name, resolve));
  };
  const end = async (name: string, of: Promise<void>): Promise<void> => {
    await begun();
    ends.get(name)?.();
    await of;
    await begun();
  };
  const [a, b] = [gate.beside(work('a')), gate.beside(work('b'))];
  const [alone, c] = [gate.alone(work('alone')), gate.beside(work('c'))];
  await end('a', a);
  expect(log).toEqual(['a', 'b']);
  await end('b', b);
  expect(log).toEqual(['a', 'b', 'alone']);
  await end('alone', alone);
  expect(log).toEqual(['a', 'b', 'alone', 'c']);
  await end('c', c);
});
