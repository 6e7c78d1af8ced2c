import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { otherInstallationOf, takesChanges } from '@portal/infra/county-config';
import { faultsOfSecretFiles } from '../local/county-move/secret-files.mjs';
import { isMoving } from '../src/county-config/county-move.rules.js';

const now = new Date('2026-11-28T22:00:00Z');

test('a county takes changes unless it is leaving, arriving or away', () => {
  expect(takesChanges({}, now)).toBe(true);
  expect(takesChanges({ move: { standing: 'ARRIVING' } }, now)).toBe(false);
  expect(takesChanges({ move: { standing: 'MOVED', to: 'http://other' } }, now)).toBe(false);
});

test('a county that is leaving takes changes again when the time limit of its move has passed', () => {
  const leaving = (until: string) => takesChanges({ move: { standing: 'LEAVING', until } }, now);
  expect(leaving('2026-11-28T22:00:01Z')).toBe(false);
  expect(leaving('2026-11-28T22:00:00Z')).toBe(true);
  expect(takesChanges({ move: { standing: 'LEAVING' } }, now)).toBe(false);
});

test('a county is moving while it arrives, and while it leaves within the time limit of its move', () => {
  expect(isMoving({}, now)).toBe(false);
  expect(isMoving({ move: { standing: 'ARRIVING' } }, now)).toBe(true);
  expect(isMoving({ move: { standing: 'LEAVING', until: '2026-11-28T22:00:01Z' } }, now)).toBe(true);
  expect(isMoving({ move: { standing: 'LEAVING', until: '2026-11-28T21:59:59Z' } }, now)).toBe(false);
  expect(isMoving({ move: { standing: 'MOVED', to: 'http://other' } }, now)).toBe(false);
});

test('only a county that has moved is served by another installation', () => {
  expect(otherInstallationOf({})).toBeUndefined();
  expect(otherInstallationOf({ move: { standing: 'LEAVING', to: 'http://other' } })).toBeUndefined();
  expect(otherInstallationOf({ move: { standing: 'MOVED', to: 'http://other', key: 'k' } })).toEqual({
    ...{ to: 'http://other', key: 'k' },
  });
});

test('a move reports a file with secrets of the county if the file of the target lacks the county or cannot be read', () => {
  const folder = mkdtempSync(join(tmpdir(), 'move-secrets-'));
  const written = (name: string, ids: string[]): { CARD_CREDENTIALS_FILE: string } => {
    const file = join(folder, name);
    writeFileSync(file, JSON.stringify(Object.fromEntries(ids.map((id) => [id, {}]))));
    return { CARD_CREDENTIALS_FILE: file };
  };
  const [lake, saipan] = [written('lake', ['lake']), written('saipan', ['saipan'])];
  const hidden = { CARD_CREDENTIALS_FILE: join(folder, 'none') };
  const start = 'CARD_CREDENTIALS_FILE of this installation names lake, and that of the target';
  expect(faultsOfSecretFiles(lake, lake, 'lake')).toEqual([]);
  expect(faultsOfSecretFiles(lake, saipan, 'lake')).toEqual([`${start} does not.`]);
  for (const unseen of [hidden, {}])
    expect(faultsOfSecretFiles(lake, unseen, 'lake')).toEqual([`${start} is not visible here.`]);
  for (const here of [saipan, hidden, {}]) expect(faultsOfSecretFiles(here, saipan, 'lake')).toEqual([]);
});
