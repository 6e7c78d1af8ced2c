import { create } from '@bufbuild/protobuf';
import { describe, expect, test } from '@jest/globals';
import { events, type EventType, type PayloadInit } from '@portal/proto/events/catalog';
import { learnedFrom, newest, type Activity } from '../src/activity/activity.rules.js';
import { recordOf } from '../src/audit/audit.rules.js';

const user = '11111111-1111-4111-8111-111111111111';
const buyer = '44444444-4444-4444-8444-444444444444';
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

/** Returns what is added to the tables of the reports for a record with only these fields. */
const learnedFromFields = (action: string, fields: object) =>
  learnedFrom({
    ...{ countyId: 'lake', eventId: envelope.id, at: envelope.time, actor: user, action, object: 'thing:1' },
    ...{ beforeHash: '', afterHash: '', ipTrunc: '', correlationId: 'c', detail: JSON.stringify(fields) },
  });

/** A line of the event; fields that are not given are empty. */
const line = (over: Pick<Activity, 'log' | 'kind'> & Partial<Activity>): Activity => ({
  ...{ fact: envelope.id, part: 0, at: envelope.time, user: '', account: '', subject: '' },
  ...{ pages: 0, charged: 0, credited: 0, images: 0, escrow: 0 },
  ...over,
});
const only = (...args: Parameters<typeof line>) => ({ activities: [line(...args)] });

describe('the line of an entry of the ledger', () => {
  const postedAt = '2026-11-21T11:59:59.900Z';
  const purchase = { log: 'PURCHASES', kind: 'IMAGES', at: new Date(postedAt) } as const;

  test('has the figures, the user and the time of the entry', () => {
    const rows = learned('payments.entry-posted.v1', {
      ...{ entry: 'e', kind: 'IMAGES', account, user: buyer, subject: 'DEED A1', pages: 3 },
      ...{ charged: 450n, credited: 20n, images: -5n, escrow: -430n, postedAt },
    });
    const figures = { pages: 3, charged: 450, credited: 20, images: -5, escrow: -430 };
    expect(rows).toEqual(only({ ...purchase, user: buyer, account, subject: 'DEED A1', ...figures }));
  });

  test('has no user if a service made the entry', () => {
    const entry = { kind: 'MONTHLY_FEE', account, user: 'system:billing', charged: 5n, postedAt };
    expect(learned('payments.entry-posted.v1', entry)).toEqual(
      only({ ...purchase, kind: 'MONTHLY_FEE', account, charged: 5 }),
    );
  });

  const figures = { charged: 450, credited: '0', images: 0, escrow: '-450' };

  test('has empty texts and zeros for fields that the record lacks', () => {
    const fields = { kind: 'IMAGES', postedAt, ...figures };
    expect(learnedFromFields('payments.entry-posted', fields)).toEqual(
      only({ ...purchase, charged: 450, escrow: -450 }),
    );
  });

  test('causes an error if one of its amounts is null', () => {
    const fields = { kind: 'IMAGES', postedAt, ...figures, charged: null };
    expect(() => learnedFromFields('payments.entry-posted', fields)).toThrow('Invalid input');
  });
});

describe('the line of a search', () => {
  const performedAt = '2026-11-21T11:00:00Z';
  const search = { log: 'SEARCHES', kind: 'searchByName', at: new Date(performedAt) } as const;

  test('has the kind of search, the number of results, and the time of the search', () => {
    const performed = { searchType: 'searchByName', performedAt };
    const searches = [
      { ...performed, user: buyer, account, hits: 12 },
      { ...performed, user: 'system:search', hits: 0 },
    ];
    expect(learned('search.search-performed.v1', { searches }).activities).toEqual([
      line({ ...search, user: buyer, account, subject: '12' }),
      line({ ...search, part: 1, subject: '0' }),
    ]);
  });

  test('has empty texts and zeros for fields that the record lacks', () => {
    expect(learnedFromFields('search.search-performed', { searches: [{ performedAt }] })).toEqual(
      only({ ...search, kind: '', subject: '0' }),
    );
  });
});

describe('the line of an order', () => {
  const order = { order: 'o', user: buyer, account, documentKey: 'A1', pages: [1, 2], amount: 0n };
  const bought = { log: 'PURCHASES', kind: 'IMAGES', user: buyer, account, subject: 'A1' } as const;

  test('is added only for a free order, because the ledger entry of any other order adds the line', () => {
    expect(learned('payments.order-paid.v1', { ...order, funding: 'ESCROW' })).toEqual({ activities: [] });
    expect(learned('payments.order-paid.v1', { ...order, funding: 'FREE' })).toEqual(
      only({ ...bought, pages: 2 }),
    );
  });

  test.each([0, 1])('counts only the pages that are new to the account: %i of 2', (newPages) => {
    expect(learned('payments.order-paid.v1', { ...order, newPages, funding: 'FREE' })).toEqual(
      only({ ...bought, pages: newPages }),
    );
  });

  test('has empty texts and zeros for fields that the record lacks', () => {
    expect(learnedFromFields('payments.order-paid', { funding: 'FREE' })).toEqual(
      only({ log: 'PURCHASES', kind: 'IMAGES' }),
    );
    expect(learnedFromFields('payments.order-paid', {})).toEqual({ activities: [] });
  });
});

describe('the line of a sign-in', () => {
  const signIn = { user: buyer, account, username: 'jane.doe' };

  test('has the user and the account', () => {
    expect(learned('identity.signed-in.v1', signIn)).toEqual(
      only({ log: 'SIGN_IN', kind: 'SIGNED_IN', user: buyer, account }),
    );
    expect(learned('identity.sign-in-failed.v1', signIn)).toEqual(
      only({ log: 'SIGN_IN', kind: 'SIGN_IN_FAILED', user: buyer, account }),
    );
  });

  test('has the typed name and no user for a failed sign-in', () => {
    const failed = { username: 'nobody', reason: 'WRONG_CREDENTIALS' };
    expect(learned('identity.sign-in-failed.v1', failed, { actor: undefined })).toEqual(
      only({ log: 'SIGN_IN', kind: 'SIGN_IN_FAILED', subject: 'nobody' }),
    );
  });

  test('is also added for the end of a session', () => {
    expect(learned('identity.session-ended.v1', { session: 's', user: buyer })).toEqual(
      only({ log: 'SIGN_IN', kind: 'SIGNED_OUT', user: buyer }),
    );
  });
});

describe('the names in the reports', () => {
  const origin = { at: envelope.time, fact: envelope.id };

  test('of a user come from the event about the user', () => {
    expect(learned('identity.user-changed.v1', { user: buyer, account, username: 'jane.doe' })).toEqual({
      activities: [],
      person: { user: buyer, username: 'jane.doe', account, ...origin },
    });
    expect(learnedFromFields('identity.user-changed', { user: buyer })).toEqual({
      activities: [],
      person: { user: buyer, username: '', account: '', ...origin },
    });
  });

  test('of an account come from the event about the account, together with its type and method of payment', () => {
    const terms = { accountType: 'FLAT_FEE', paymentMethod: 'INVOICE' };
    expect(learned('identity.account-changed.v1', { account, name: 'Lake Title', terms })).toEqual({
      activities: [],
      customer: { account, name: 'Lake Title', ...terms, ...origin },
    });
  });

  test.each([
    ['terms', {}],
    ['a type and a method of payment', { terms: {} }],
  ])('of an account come without type and method of payment if the event lacks %s', (_what, fields) => {
    expect(learnedFromFields('identity.account-changed', { account, ...fields })).toEqual({
      activities: [],
      customer: { account, name: '', accountType: '', paymentMethod: '', ...origin },
    });
  });
});

describe('the line of an action', () => {
  const acted = (action: object, over: object = {}) => learned('audit.action-taken.v1', action, over);
  const deed = (kind: string, over: Partial<Activity> = {}) =>
    only({ log: 'ADMINISTRATION', kind, user, ...over });

  test('names the page of settings that was saved or planned, and its version', () => {
    const action = { action: 'section.save', object: 'escrow', detail: 'version 3' };
    expect(acted(action)).toEqual(deed('section.save', { subject: 'escrow, version 3' }));
  });

  test('has the detail of the action, or its object if the action has no detail', () => {
    const action = { action: 'user.profile', object: `user:${buyer}`, detail: 'jane.doe' };
    expect(acted(action)).toEqual(deed('user.profile', { subject: 'jane.doe' }));
    expect(acted({ ...action, detail: '' })).toEqual(deed('user.profile', { subject: `user:${buyer}` }));
  });

  test('names the account of an action of the office, if the action concerns an account', () => {
    const override = { action: 'balance.override', object: `account:${account}`, detail: 'told so' };
    expect(acted(override)).toEqual(deed('balance.override', { account, subject: 'told so' }));
    const view = { action: 'account.view-begin', object: account, detail: 'Lake Title' };
    expect(acted(view)).toEqual(deed('account.view-begin', { account, subject: 'Lake Title' }));
    const reset = { action: 'accounts.page-access-reset', object: 'county', detail: '12' };
    expect(acted(reset)).toEqual(deed('accounts.page-access-reset', { subject: '12' }));
  });

  test.each(['system:launcher', `system:${user}`, `${user}0`, ''])(
    'has no user if the actor is %j, who is not a user',
    (actor) => {
      const action = { action: 'users.purge', object: 'county', detail: '3' };
      expect(acted(action, { actor })).toEqual(deed('users.purge', { user: '', subject: '3' }));
    },
  );

  test.each([
    ...['payments.order-held', 'payments.order-voided', 'payments.order-delivered'],
    ...['payments.balance-changed', 'payments.office-entry-posted', 'payments.card-merchant-changed'],
    ...['config.section-changed', 'config.county-changed', 'card.capture', 'escrow.deposit'],
    ...['flat-fee.add-on', 'account-task.monthly-fee', 'account-task.image-renewal'],
  ])('is not added for %s, because another event has the same content', (action) => {
    expect(learnedFromFields(action, {})).toEqual({ activities: [] });
  });
});

test('of several report rows with the same key, the newest is kept, in whatever order they come', () => {
  const at = (minute: number, fact: string) => ({ user, at: new Date(minute * 60_000), fact });
  const rows = [at(2, 'b'), at(1, 'a'), at(2, 'c'), at(2, 'a')];
  for (const order of [rows, rows.toReversed()])
    expect(newest(order, (row) => row.user)).toEqual([at(2, 'c')]);
});
