import { describe, expect, test } from '@jest/globals';
import { openLog } from '@portal/infra/log';
import { Refusal } from '../src/answers/refusal.js';
import { ClientLogController, entriesPerMinute } from '../src/http/client-log.controller.js';

/** Returns a log that keeps its lines, and the controller that writes to this log. */
const opened = () => {
  let text = '';
  const controller = new ClientLogController(
    openLog('browser', { write: (line: string) => void (text += line) }),
  );
  const lines = (): string[] => text.split('\n').filter((line) => line !== '');
  const send = (body: unknown, ip = '203.0.113.7') => controller.write(body, { ip });
  return { lines, send };
};

describe('the log of browsers', () => {
  test('A12-21 S26 has one line for each entry, whatever text the entry contains', async () => {
    const { lines, send } = opened();
    const message = 'a\r\n{"level":"error","msg":"forged"}\u001b[31m\u2028b';
    await send({ level: 'warn', message, url: 'https://x/\r\ny' });
    expect(lines()).toHaveLength(1);
    const [line = ''] = lines();
    expect(line).not.toMatch(/[\r\u001b]/);
    expect(JSON.parse(line)).toMatchObject({ level: 'warn', service: 'browser' });
  });

  test.each([
    ['message', 'x'.repeat(4_001)],
    ['stack', 'x'.repeat(8_001)],
    ['url', 'x'.repeat(2_001)],
  ])('A12-21 refuses a %s that is too long', async (name, text) => {
    const { lines, send } = opened();
    await expect(send({ message: 'x', [name]: text })).rejects.toThrow(Refusal);
    expect(lines()).toEqual([]);
  });

  test('A12-21 drops entries beyond the limit for an address, keeps those of other addresses, and logs once that entries are dropped', async () => {
    const { lines, send } = opened();
    for (let at = 0; at < entriesPerMinute + 20; at += 1)
      expect(await send({ message: 'again' })).toMatchObject({ ok: true });
    expect(lines()).toHaveLength(entriesPerMinute + 1);
    expect(lines().at(-1)).toContain('are dropped');
    await send({ message: 'from elsewhere' }, '203.0.113.8');
    expect(lines().at(-1)).toContain('from elsewhere');
  });

  test('A12-21 counts the addresses of an IPv6 network together', async () => {
    const { lines, send } = opened();
    for (let at = 0; at < entriesPerMinute + 20; at += 1)
      await send({ message: 'again' }, `2001:db8:1:2::${at.toString(16)}`);
    expect(lines()).toHaveLength(entriesPerMinute + 1);
  });
});
