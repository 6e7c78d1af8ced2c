import { describe, expect, test } from '@jest/globals';
import { callContext, nestLogger, openLog, type Log } from '@portal/infra/log';

/** The lines that a log wrote. */
function recorded(write: (log: Log) => void): string[] {
  let text = '';
  write(openLog('trial', { write: (line: string) => void (text += line) }));
  return text.split('\n').filter((line) => line !== '');
}

const record = (write: (log: Log) => void): Record<string, unknown> => {
  const [line, ...others] = recorded(write);
  expect(others).toEqual([]);
  return JSON.parse(line ?? '') as Record<string, unknown>;
};

describe('a log record', () => {
  test('is one JSON line with service, level, time and message', () => {
    expect(record((log) => log.warn({ attempt: 2 }, 'trying again'))).toEqual({
      level: 'warn',
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      service: 'trial',
      attempt: 2,
      msg: 'trying again',
    });
  });

  test('carries the correlation id, the county and a hash of the user who called', () => {
    const context = { correlationId: 'c-1', county: 'lake', user: '7d0f' };
    const line = callContext.run(context, () => record((log) => log.warn({}, 'x')));
    expect(line).toMatchObject({
      correlationId: 'c-1',
      county: 'lake',
      user: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(callContext.current()).toBeUndefined();
  });

  test('has the correlation id of its call even after an await', async () => {
    const line = await callContext.run({ correlationId: 'c-2' }, async () => {
      await new Promise(setImmediate);
      return record((log) => log.warn({}, 'x'));
    });
    expect(line).toMatchObject({ correlationId: 'c-2' });
  });

  test.each([
    ['password'],
    ['newPassword'],
    ['sessionToken'],
    ['ticket'],
    ['set-cookie'],
    ['Authorization'],
    ['e_mail'],
    ['email'],
    ['phoneNumber'],
    ['streetAddress'],
    ['firstName'],
    ['businessOrLastName'],
    ['body'],
    ['cardNumber'],
    ['transactionKey'],
  ])('S32 hides %s at any depth', (name) => {
    const [line] = recorded((log) =>
      log
        .child({ [name]: 'hush-0' })
        .warn({ a: { b: [{ [name]: 'hush-1' }] }, [name]: { c: 'hush-2' } }, 'x'),
    );
    expect(line).not.toContain('hush');
    expect(line).toContain('[redacted]');
  });

  test('S32 contains no card number, no e-mail address and no password from a URL, however deeply the logged value is nested', () => {
    const [line] = recorded((log) =>
      log.warn(
        {
          note: 'paid with 4111 1111 1111 1111 by jane.doe@example.com',
          url: 'redis://:hush@host:1/0',
          at: ['4111-1111-1111-1111', 'file 12 4111111111111111', 'no 7 4111.1111.1111.1111 12'],
        },
        'card 4111111111111111',
      ),
    );
    expect(line).not.toMatch(/1111|jane|hush/);
  });

  test('S29 leaves ids and checksums whole, even if their digits begin like a card number', () => {
    const id = '41111111-1111-4008-8111-111111111111';
    const checksum = `a4111111111111111${'f'.repeat(47)}`;
    const line = callContext.run({ correlationId: id }, () =>
      record((log) => log.warn({ id, checksum }, id)),
    );
    expect(line).toMatchObject({ correlationId: id, id, checksum, msg: id });
  });

  test('leaves numbers that are not card numbers unchanged', () => {
    expect(record((log) => log.warn({ documents: '1000001 1000002', at: 1763712000000 }, 'x'))).toMatchObject(
      {
        documents: '1000001 1000002',
        at: 1763712000000,
      },
    );
  });

  test('shows the stack, code and cause of an error, but no values from a database row or from parameters', () => {
    const cause = Object.assign(new Error('duplicate key'), {
      code: '23505',
      constraint: 'user_key',
      detail: 'Key (hush)',
      parameters: ['hush'],
    });
    const line = record((log) => log.warn({ err: new Error('not saved', { cause }) }, 'x'));
    expect(line['err']).toMatchObject({
      type: 'Error',
      message: 'not saved',
      stack: expect.stringContaining('log.spec'),
      cause: { code: '23505', constraint: 'user_key' },
    });
    expect(JSON.stringify(line)).not.toContain('hush');
  });

  test('S26 stays one harmless line, whatever text a person typed', () => {
    const nasty = 'a\r\n{"level":"error"}\u001b[31m\u0085\u2028\u202e\u007f%s%d';
    const [line, ...others] = recorded((log) =>
      log.warn({ typed: nasty, long: 'x'.repeat(1_000_000) }, nasty),
    );
    expect(others).toEqual([]);
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u202e]/);
    expect(line?.length).toBeLessThan(20_000);
  });

  test('accepts big numbers, bytes, and objects that refer to themselves', () => {
    const circle: Record<string, unknown> = { cents: 12n, bytes: Buffer.from('abc') };
    circle['self'] = circle;
    expect(record((log) => log.warn(circle, 'x'))).toMatchObject({ cents: '12', bytes: '[3 bytes]' });
  });
});

test('the messages of Nest are written through the log of the product', () => {
  const lines = recorded((log) => {
    const nest = nestLogger(log);
    nest.warn('careful', 'RouterExplorer');
    nest.error('broken', 'at line 1', 'ExceptionHandler');
    nest.error(new Error('thrown'), 'ExceptionHandler');
  });
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 'warn', context: 'RouterExplorer', msg: 'careful' },
    { level: 'error', context: 'ExceptionHandler', stack: 'at line 1', msg: 'broken' },
    { level: 'error', err: { message: 'thrown' } },
  ]);
});

describe('while a server is down', () => {
  const refused = (): Error =>
    Object.assign(new Error(`connect ECONNREFUSED ${Math.random()}`), { code: 'ECONNREFUSED' });

  test('the log has one line for each message and error code, however often they repeat', () => {
    const lines = recorded((log) => {
      for (let n = 0; n < 1_000; n++) log.warn({ err: refused() }, 'commands cannot be read');
      for (let n = 0; n < 1_000; n++) log.child({ part: 'x' }).error({ err: refused() }, 'not ready');
      log.warn({ err: Object.assign(new Error('shutting down'), { code: '57P01' }) }, 'not ready');
    });
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual([
      'commands cannot be read',
      'not ready',
      'not ready',
    ]);
  });

  test('the log still has every line without an error, and every line about an error that is not an outage', () => {
    const lines = recorded((log) => {
      for (let n = 0; n < 3; n++) log.error({ err: new TypeError('of null') }, 'command failed');
      for (let n = 0; n < 3; n++) log.info({}, 'serving');
    });
    expect(lines.length).toBeGreaterThanOrEqual(3);
    expect(lines.filter((line) => line.includes('of null'))).toHaveLength(3);
  });
});
