/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { Ls1Migration } from '@portal/proto/http/ls1';
import { openPortal, preparePortal, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const ACCOUNTS = 'controlPanel/countyConfig/migrateLandSharkOneAccountsUsers';
const AUDIT = 'controlPanel/countyConfig/migrateLandSharkOneAuditLog';
const id = '0b0d8f3a-58a1-4a52-8c06-0d7a5f1c0a02';
const staff = { user: someUser({ role: 'TRIMIN', usageBalance: '' }) };
const slow = { timeout: 10_000 };

const migrationOf = (over: Partial<Ls1Migration> = {}): Ls1Migration => ({
  ...{ id, kind: 'AUDIT_LOG', state: 'COPYING', dryRun: false, startedAt: '2026-11-23T08:00:00.000Z' },
  ...{ finishedAt: '', found: 1_000, read: 250, taken: 248, refused: 2, reasons: { TYPE: 2 }, removed: 7 },
  ...{ fault: null, ...over },
});

async function open(
  page: 'LandSharkOneAccountsUsers' | 'LandSharkOneAuditLog',
  current: Ls1Migration | null = null,
  handlers: Record<string, Handler> = {},
) {
  const answer: Handler = (_body, { method }) =>
    method === 'GET' ? { current } : told('The migration has begun.', { migration: id });
  const refusal = { place: 1, what: 'ENTRY', number: '77', name: 'former.user', reason: 'TYPE' };
  const portal = await openPortal(`/controlPanel/${page}`, {
    ...staff,
    handlers: {
      ...{ [ACCOUNTS]: answer, [AUDIT]: answer },
      [`controlPanel/landSharkOneMigration/${id}/refused?list=ROWS&offset=0`]: () => ({
        refusals: [refusal],
        total: 1,
      }),
      ...handlers,
    },
  });
  const name = page === 'LandSharkOneAuditLog' ? 'LS1 Audit Log' : 'LS1 Accounts & Users';
  const form = within(await screen.findByRole('form', { name }, slow));
  const type = async (label: string, text: string): Promise<void> => {
    const field = form.getByLabelText(new RegExp(`^${label}`));
    await portal.user.clear(field);
    await portal.user.type(field, text);
  };
  const fill = async (): Promise<void> => {
    await type('Database address', 'postgres://ls1.example');
    await type('Database name', 'ls1');
    await type('Database username', 'reader');
    await type('Database password', 'secret');
  };
  const press = (button: string) => portal.user.click(form.getByRole('button', { name: button }));
  const sent = (path: string) =>
    portal.server.callsTo(path).flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
  return { ...portal, form, type, fill, press, sent };
}

const typed = {
  ...{ landSharkOneDbAddress: 'postgres://ls1.example', landSharkOneDbName: 'ls1' },
  ...{ landSharkOneDbUsername: 'reader', landSharkOneDbPassword: 'secret' },
};

describe('the page LS1 Accounts & Users', () => {
  test('C0-28 C8-07 C8-18 asks first, sends the request only after Yes, and shows the answer in an alert', async () => {
    const { fill, press, sent, user, form } = await open('LandSharkOneAccountsUsers');
    await fill();
    await press('Migrate');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain(
      'Clicking Yes will wipe clean any existing ACCOUNTS and USERS in LS2.  Continue?',
    );
    await user.click(within(question).getByRole('button', { name: 'No' }));
    expect(sent(ACCOUNTS)).toEqual([]);
    await press('Migrate');
    await user.click(await screen.findByRole('button', { name: 'Yes' }));
    await settle();
    expect(sent(ACCOUNTS)).toEqual([{ ...typed, checkOnly: false }]);
    expect((await screen.findByRole('alertdialog')).textContent).toContain('The migration has begun.');
    expect((form.getByLabelText(/^Database password/) as HTMLInputElement).value).toBe('');
  });

  test('C8-03 to C8-06 names each missing field, and sends nothing', async () => {
    const { press, sent, form } = await open('LandSharkOneAccountsUsers');
    await press('Migrate');
    await screen.findByText('Database address: Required.');
    for (const label of ['Database name', 'Database username', 'Database password'])
      expect(screen.getByText(`${label}: Required.`)).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(form.queryByLabelText(/^Batch size/)).toBeNull();
    expect(sent(ACCOUNTS)).toEqual([]);
  });

  test('starts the check without asking for confirmation', async () => {
    const { fill, press, sent } = await open('LandSharkOneAccountsUsers');
    await fill();
    await press('Check');
    await settle();
    expect(screen.queryByRole('button', { name: 'Yes' })).toBeNull();
    expect(sent(ACCOUNTS)).toEqual([{ ...typed, checkOnly: true }]);
  });
});

describe('what a migration of accounts and users left out', () => {
  const lost = { place: 1, what: 'USER', number: '41', name: 'reader', reason: 'WITHOUT_PHONE' };
  const answers = {
    [`controlPanel/landSharkOneMigration/${id}/refused?list=VALUES&offset=0`]: () => ({
      refusals: [lost],
      total: 10_000,
    }),
  };
  const done = { kind: 'ACCOUNTS_USERS', state: 'DONE' } as const;

  test('is shown as a number and a list of values if only values and no whole rows were left out', async () => {
    const current = migrationOf({ ...done, refused: 0, reasons: { WITHOUT_PHONE: 10_400, WITHOUT_ZIP: 1 } });
    await open('LandSharkOneAccountsUsers', current, answers);
    const list = await screen.findByRole('table', { name: 'Values that were left out' }, slow);
    const row = await within(list).findByRole('row', { name: /41/ }, slow);
    expect(row.textContent).toContain('without the phone number');
    expect(screen.queryByRole('table', { name: 'Rows that were left out' })).toBeNull();
    const facts = within(screen.getByRole('region', { name: 'Newest migration' }));
    const label = facts.getByText('Values left out (the rest of the row was brought in)');
    expect(label.nextElementSibling?.textContent).toBe('10401');
    expect(screen.getByText('The list has the first 10000 of 10401 values.')).toBeTruthy();
  });

  test('is shown in two lists if both rows and values were left out', async () => {
    const current = migrationOf({ ...done, refused: 1, reasons: { TYPE: 1, WITHOUT_PHONE: 3 } });
    await open('LandSharkOneAccountsUsers', current, answers);
    const rows = await screen.findByRole('table', { name: 'Rows that were left out' }, slow);
    await within(rows).findByRole('row', { name: /77/ }, slow);
    expect(within(rows).queryByRole('row', { name: /41/ })).toBeNull();
    await screen.findByRole('table', { name: 'Values that were left out' }, slow);
  });
});

describe('the page LS1 Audit Log', () => {
  test.each([
    ['', '', 'All previously migrated LS1 Audit Log data will be deleted.  Continue?'],
    [
      ...['01/05/2009', '02/05/2009'],
      'Previously migrated LS1 Audit Log data from 01/05/2009 to 02/05/2009 will be deleted.  Continue?',
    ],
    [
      '01/05/2009',
      '',
      'Previously migrated LS1 Audit Log data from 01/05/2009 on will be deleted.  Continue?',
    ],
    ['', '02/05/2009', 'Previously migrated LS1 Audit Log data up to 02/05/2009 will be deleted.  Continue?'],
  ])('C8-14 names the dates %p and %p in its question', async (from, to, text) => {
    const { fill, type, press, sent, user } = await open('LandSharkOneAuditLog');
    await fill();
    if (from !== '') await type('From date', from);
    if (to !== '') await type('To date', to);
    await press('Migrate');
    expect((await screen.findByRole('alertdialog')).textContent).toContain(text);
    await user.click(screen.getByRole('button', { name: 'Yes' }));
    await settle();
    expect(sent(AUDIT)).toEqual([
      { ...typed, fromDate: from, toDate: to, dataType: 'ALL', batchSize: 10_000, checkOnly: false },
    ]);
  });

  test('C8-13 refuses a batch size that is not a whole number, and says so beside the field', async () => {
    const { fill, type, press, sent } = await open('LandSharkOneAuditLog');
    await fill();
    await type('Batch size', '1.5');
    await press('Migrate');
    await screen.findByText('Batch size: Enter a whole number from 1 to 100000.');
    expect(sent(AUDIT)).toEqual([]);
  });

  test('shows the progress of a migration and the rows left out, and can cancel the migration', async () => {
    const { user, server, form } = await open('LandSharkOneAuditLog', migrationOf({ fault: 'BROKEN_OFF' }), {
      [`controlPanel/landSharkOneMigration/${id}/cancel`]: () => told('The migration was canceled.', {}),
    });
    const facts = within(await screen.findByRole('region', { name: 'Newest migration' }, slow));
    expect(facts.getByRole('status').textContent).toBe('Bringing in entries');
    expect(facts.getByRole('progressbar').getAttribute('value')).toBe('250');
    expect(
      facts.getByText('The connection to LS1 was lost. The migration tries again by itself.'),
    ).toBeTruthy();
    const list = await screen.findByRole('table', { name: 'Rows that were left out' }, slow);
    const row = await within(list).findByRole('row', { name: /77/ }, slow);
    expect(row.textContent).toContain('A type is not known');
    expect(form.getByRole('button', { name: 'Migrate' }).getAttribute('aria-disabled')).toBe('true');
    await user.click(facts.getByRole('button', { name: 'Cancel the migration' }));
    await settle();
    expect(server.callsTo(`controlPanel/landSharkOneMigration/${id}/cancel`)).toHaveLength(1);
  });

  test('says why a migration has failed', async () => {
    await open('LandSharkOneAuditLog', migrationOf({ state: 'FAILED', fault: 'NOT_REACHED' }));
    await screen.findByText(/did not answer for a quarter of an hour/, undefined, slow);
    expect(screen.queryByRole('button', { name: 'Cancel the migration' })).toBeNull();
  });
});
