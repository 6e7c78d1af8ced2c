import { describe, expect, test } from '@jest/globals';
import { ls1States, passingLs1Faults, type Ls1Fault, type Ls1Migration } from '@portal/proto/http/ls1';
import { purgeStates } from '@portal/proto/http/purges';
import { faultText, pollingOf, questionOf } from '../src/features/control-panel/ls1/ls1.rules.js';
import {
  inWords,
  pollingOf as purgePollingOf,
} from '../src/features/control-panel/operations/purge.rules.js';
import type { Translate } from '../src/shared/i18n/translate.js';

const t: Translate = (key, values) => [key, ...(values ? [JSON.stringify(values)] : [])].join(' ');

describe('the question before a migration from LS1', () => {
  const [from, to] = ['01/02/2020', '03/04/2021'];

  test('about accounts and users does not depend on dates', () => {
    for (const dates of [
      { fromDate: '', toDate: '' },
      { fromDate: from, toDate: to },
    ])
      expect(questionOf(t, 'ACCOUNTS_USERS', dates)).toBe('operations:ls1.accounts.question');
  });

  test.each([
    [from, to, `operations:ls1.audit.questionBetween {"from":"${from}","to":"${to}"}`],
    [from, '', `operations:ls1.audit.questionFrom {"from":"${from}"}`],
    ['', to, `operations:ls1.audit.questionTo {"to":"${to}"}`],
    ['', '', 'operations:ls1.audit.questionAll'],
  ])('about the audit log depends on the dates: from %p to %p', (fromDate, toDate, question) => {
    expect(questionOf(t, 'AUDIT_LOG', { fromDate, toDate })).toBe(question);
  });
});

describe('the reason that the page of a migration shows', () => {
  const textOf = (state: Ls1Migration['state'], fault: Ls1Fault | null) => faultText(t, { state, fault });

  test('is left out if there is none', () => {
    expect([textOf('COUNTING', null), textOf('FAILED', null)]).toEqual([undefined, undefined]);
  });

  test.each([...passingLs1Faults, 'PEOPLE_SIGN_IN', 'UNEXPECTED'] as const)(
    'differs between a migration that waits because of %s and one that has failed',
    (fault) => {
      expect(textOf('ACCOUNTS', fault)).toBe(`operations:ls1.fault.${fault}`);
      expect(textOf('FAILED', fault)).toBe(`operations:ls1.fault.${fault}_FAILED`);
    },
  );

  test.each(['HOST_UNKNOWN', 'NO_VIEW', 'PASSWORD_UNREADABLE'] as const)(
    'has one text for %s, which always ends a migration',
    (fault) => {
      expect(textOf('FAILED', fault)).toBe(`operations:ls1.fault.${fault}`);
    },
  );
});

describe('the page of a migration', () => {
  const over = ['CHECKED', 'DONE', 'FAILED', 'CANCELED'];

  test.each(ls1States)(
    'polls every second while a migration runs, and every 15 seconds otherwise: %s',
    (state) => {
      expect(pollingOf({ state } as Ls1Migration)).toBe(over.includes(state) ? 15_000 : 1_000);
    },
  );

  test('polls every 15 seconds if there is no migration or none is loaded yet', () => {
    expect([pollingOf(null), pollingOf(undefined)]).toEqual([15_000, 15_000]);
  });
});

describe('the pages of purges', () => {
  const over = ['CHECKED', 'DONE', 'STOPPED'];

  test.each(purgeStates)(
    'poll every second while a purge runs, and every 15 seconds otherwise: %s',
    (state) => {
      expect(purgePollingOf(state)).toBe(over.includes(state) ? 15_000 : 1_000);
    },
  );

  test('poll every 15 seconds if there is no purge', () => {
    expect(purgePollingOf(undefined)).toBe(15_000);
  });

  test.each([
    ['2027-02-01T18:00:00Z', 'America/Chicago', 'Monday, February 1, 2027 at 12:00 PM CST'],
    ['2026-07-04T03:05:00Z', 'America/Chicago', 'Friday, July 3, 2026 at 10:05 PM CDT'],
    ['2026-11-30T16:07:00Z', 'Pacific/Saipan', 'Tuesday, December 1, 2026 at 2:07 AM GMT+10'],
  ])("show the time %s in words, in the county's time zone %s", (iso, timeZone, words) => {
    expect(inWords(iso, timeZone)).toBe(words);
  });

  test("show a time in the browser's time zone until the county's time zone is known", () => {
    const own = new Intl.DateTimeFormat('en-US').resolvedOptions().timeZone;
    expect(inWords('2027-02-01T18:00:00Z', '')).toBe(inWords('2027-02-01T18:00:00Z', own));
  });
});
