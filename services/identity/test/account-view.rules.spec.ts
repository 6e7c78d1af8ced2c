import { describe, expect, test } from '@jest/globals';
import { sectionDefaults } from '@portal/proto/config/sections';
import { roles } from '@portal/proto/roles';
import { accountOf } from '../src/registration/registration.rules.js';
import { mayView, VIEW_MS } from '../src/sessions/account-view.rules.js';
import { sessionOf, whyOver, type CountyRules, type LiveSession } from '../src/sessions/session.rules.js';

const at = (time: string): Date => new Date(`2026-03-02T${time}Z`);
const now = at('10:10:00');
const lockout = (lockoutInPlace: boolean) => ({
  userLockout: { ...sectionDefaults('userLockout'), lockoutInPlace },
});
const rules: CountyRules = {
  ...{ county: 'lake', languages: ['ENGLISH'], ...lockout(false) },
  userAccess: { ...sectionDefaults('userAccess'), inactivityTimeLimit: true, inactivityTimeLimitPeriod: 30 },
  search: { ...sectionDefaults('search'), enabled: ['searchByName', 'searchByDate'] },
  index: sectionDefaults('index'),
};
const { terms: usual } = accountOf('a1', 'Office', sectionDefaults('payments'));
const own = { id: 'a1', name: 'Office', status: 'A', searchList: null, terms: usual } as const;
const terms = { ...usual, paymentMethod: 'INVOICE' as const };
const seen = { ...own, id: 'a2', name: 'Title Company', terms };
const view = { id: 'v1', until: at('10:30:00'), account: seen };
const clerk: LiveSession['user'] = {
  ...{ id: 'u1', username: 'jane', firstName: 'Jane', lastName: 'Doe' },
  ...{ role: 'COUNTY', status: 'A', account: null },
};
const viewing: LiveSession = {
  ...{ id: 's1', tokenHash: 'h', language: 'ENGLISH', endedAt: null, byProvider: false },
  ...{ createdAt: at('09:00:00'), lastSeen: at('10:00:00'), provedAt: at('09:30:00') },
  ...{ user: clerk, view },
};

test('only staff may begin an account view; other roles, services and visitors without a sign-in may not', () => {
  expect(roles.filter(mayView)).toEqual(['TRIMIN', 'COUNTY']);
  expect([mayView('SYSTEM'), mayView('ANONYMOUS')]).toEqual([false, false]);
});

test('an account view ends after half an hour', () => {
  expect(VIEW_MS).toBe(1_800_000);
});

describe('S47 the session of staff in an account view', () => {
  test('acts as a user of the viewed account, with a user id that no real user has', () => {
    const { actor, user } = sessionOf(viewing, rules, now);
    expect(actor).toMatchObject({ user: 'v1', account: 'a2', role: 'USER', session: 's1', viewing: true });
    expect(actor.terms).toEqual(terms);
    expect(user).toMatchObject({ id: 'v1', username: 'jane', role: 'USER', terms });
    expect(user.account).toEqual({ id: 'a2', name: 'Title Company' });
    expect(user.view).toEqual({ until: '2026-03-02T10:30:00.000Z' });
  });

  test('offers the kinds of search that the viewed account may use', () => {
    const narrow = { ...view, account: { ...seen, searchList: ['searchByDate'] as const } };
    const listFor = (searchAccess: 'same' | 'configurable') => {
      const county = { ...rules, search: { ...rules.search, searchAccess } };
      return sessionOf({ ...viewing, view: narrow }, county, now).user.searchList;
    };
    expect(listFor('configurable')).toEqual(['searchByDate']);
    expect(listFor('same')).toEqual(['searchByName', 'searchByDate']);
  });

  const over: [string, Partial<LiveSession>, Date][] = [
    ['the time of the view is up', {}, at('10:30:00')],
    ['the account is inactive', { view: { ...view, account: { ...seen, status: 'I' } } }, now],
    ['the account is deleted', { view: { ...view, account: undefined } }, now],
    ['the user is no longer staff', { user: { ...clerk, role: 'USER', account: own } }, now],
  ];
  test.each(over)('acts as the staff user again when %s', (_why, change, when) => {
    const session = { ...viewing, ...change };
    expect(sessionOf(session, rules, when)).toEqual(sessionOf({ ...session, view: null }, rules, when));
  });

  test('ends by the same rules as any session of the staff user', () => {
    expect(whyOver(viewing, rules, at('10:32:00'))).toBe('EXPIRED');
    expect(whyOver({ ...viewing, user: { ...clerk, status: 'I' } }, rules, now)).toBe('DEACTIVATED');
    expect(whyOver(viewing, { ...rules, ...lockout(true) }, now)).toBeUndefined();
  });
});
