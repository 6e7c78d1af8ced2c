import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from '@jest/globals';
import { events, type EventType, type PayloadInit } from '@portal/proto/events/catalog';
import { learnedFrom, newest } from '../src/activity/activity.rules.js';
import { recordOf } from '../src/audit/audit.rules.js';

const user = '11111111-1111-4111-8111-111111111111';
const account = '22222222-2222-4222-8222-222222222222';
const envelope = {
  id: '33333333-3333-4333-8333-333333333333',
  county: 'lake',
  aggregate: 'thing:1',
  sequence: 1,
  time: new Date('2026-11-21T12:00:00Z'),
  correlationId: 'c',
  actor: user,
  replay: false,
};
const learned = <T extends EventType>(type: T, payload: PayloadInit<T>, over: object = {}) =>
  learnedFrom(
    // the payload is of the given type, which the type system cannot know here
    recordOf({ ...envelope, type, payload: create(events[type], payload), ...over } as Parameters<
      typeof recordOf
    >[0]),
  );

describe('a line of the reports', () => {
  test('exists for each entry of the ledger, with the time of the entry', () => {
    const { activities } = learned('payments.entry-posted.v1', {
      ...{ entry: 'e', kind: 'IMAGES', account, user, subject: 'DEED A1', pages: 3 },
      ...{ charged: 450n, credited: 0n, images: 0n, escrow: -450n, postedAt: '2026-11-21T11:59:59.900Z' },
    });
    expect(activities).toEqual([
      {
        ...{ fact: envelope.id, part: 0, at: new Date('2026-11-21T11:59:59.900Z'), log: 'PURCHASES' },
        ...{ kind: 'IMAGES', user, account, subject: 'DEED A1', pages: 3 },
        ...{ charged: 450, credited: 0, images: 0, escrow: -450 },
      },
    ]);
  });

  test('exists for each search if one fact reports several searches', () => {
    const performed = { searchType: 'searchByName', performedAt: '2026-11-21T11:00:00Z', user, account };
    const { activities } = learned('search.search-performed.v1', {
      searches: [
        { ...performed, hits: 12 },
        { ...performed, hits: 0 },
      ],
    });
    expect(activities.map(({ part, log, subject }) => [part, log, subject])).toEqual([
      [0, 'SEARCHES', '12'],
      [1, 'SEARCHES', '0'],
    ]);
  });

  test('exists for a paid order only if the ledger has no entry for it', () => {
    const order = {
      order: 'o',
      user,
      account: '',
      documentKey: 'A1',
      pages: [1, 2],
      amount: 0n,
      asset: 'USD',
    };
    expect(learned('payments.order-paid.v1', { ...order, funding: 'ESCROW' }).activities).toEqual([]);
    expect(learned('payments.order-paid.v1', { ...order, funding: 'FREE' }).activities).toMatchObject([
      { log: 'PURCHASES', kind: 'IMAGES', pages: 2, charged: 0 },
    ]);
  });

  test.each([0, 1])(
    'counts, for a free order, only the pages that are new to the account: %i of 2',
    (newPages) => {
      const order = {
        order: 'o',
        user,
        account,
        documentKey: 'A1',
        pages: [1, 2],
        newPages,
        funding: 'FREE',
      };
      expect(learned('payments.order-paid.v1', order).activities).toMatchObject([{ pages: newPages }]);
    },
  );

  test('has the typed name and no user for a failed sign-in', () => {
    const failed = { username: 'nobody', reason: 'WRONG_CREDENTIALS', address: '', user: '', account: '' };
    expect(learned('identity.sign-in-failed.v1', failed, { actor: undefined }).activities).toMatchObject([
      { log: 'SIGN_IN', kind: 'SIGN_IN_FAILED', user: '', subject: 'nobody' },
    ]);
  });

  test('names the page of settings that was saved or planned, and its version', () => {
    const action = { action: 'section.save', object: 'escrow', detail: 'version 3' };
    expect(learned('audit.action-taken.v1', action).activities).toMatchObject([
      { log: 'ADMINISTRATION', kind: 'section.save', user, account: '', subject: 'escrow, version 3' },
    ]);
  });

  test('names the account of an action of the office, if the action concerns an account', () => {
    const action = { action: 'balance.override', object: `account:${account}`, detail: 'told so' };
    expect(learned('audit.action-taken.v1', action).activities).toMatchObject([
      { log: 'ADMINISTRATION', kind: 'balance.override', user, account, subject: 'told so' },
    ]);
    expect(learned('audit.action-taken.v1', { action: 'escrow.deposit', object: '' }).activities).toEqual([]);
  });
});

test('the newest of several rows with the same key is kept, in whatever order the rows come', () => {
  const at = (minute: number, fact: string) => ({ user, at: new Date(minute * 60_000), fact });
  const rows = [at(2, 'b'), at(1, 'a'), at(2, 'c'), at(2, 'a')];
  for (const order of [rows, rows.toReversed()])
    expect(newest(order, (row) => row.user)).toEqual([at(2, 'c')]);
});
