/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { sectionDefaults, sectionNames, type SectionName } from '@portal/proto/config/sections';
import { panelPageList } from '../src/features/control-panel/panel-pages.js';
import { findSettings, settingsOfPage } from '../src/features/control-panel/start/settings-search.rules.js';
import type { AnyPage } from '../src/features/control-panel/section-form/described-fields.js';
import { fieldsOf } from '../src/features/control-panel/section-form/described-fields.js';
import { textIn } from '../src/shared/i18n/i18n.js';
import { arriveAt, openPortal, preparePortal, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const t = textIn('ENGLISH');
const described = panelPageList.filter(({ description }) => description !== undefined);
const descriptionOf = async ({ description }: (typeof described)[number]): Promise<AnyPage> =>
  (await description?.())?.page as unknown as AnyPage;

describe('the search over all settings', () => {
  const allSettings = async () =>
    (
      await Promise.all(
        described.map(async (page) => settingsOfPage(t, page, 'Group', await descriptionOf(page))),
      )
    ).flat();

  test.each([
    ['by its label', 'guest username', '/controlPanel/userAccess#guestUserName'],
    ['by its effect', 'continue as this user', '/controlPanel/userAccess#guestUserName'],
    [
      'by the name that its requirement has',
      'emaile expire',
      '/controlPanel/loginPageRegistration#emaileExpireIn',
    ],
    ['by its page and a word', 'selections transactions', '/controlPanel/homeSelections#transactions'],
  ])('finds a setting %s', async (_how, typed, to) => {
    const [first] = findSettings(await allSettings(), typed);
    expect(first?.to).toBe(to);
  });
});

describe('the description of a page', () => {
  test.each(described)('names, for the section $name, only fields and texts that exist', async (page) => {
    const description = await descriptionOf(page);
    const section = sectionDefaults(description.section as SectionName) as Record<string, unknown>;
    for (const { name, labels, words } of fieldsOf(description)) {
      expect(Object.keys(section)).toContain(name.split('.')[0]);
      for (const key of [...labels, ...words])
        expect([key, t(key)]).not.toEqual([key, key.replace(/^.*:/, '')]);
    }
    expect(t(description.title)).toBe(t(page.title));
  });

  test('C4-01 C4-28 C4-41 C5-02 C5-18 has every field of its section', async () => {
    for (const page of described) {
      const description = await descriptionOf(page);
      const named = new Set(fieldsOf(description).map(({ name }) => name.split('.')[0]));
      const fields = Object.keys(sectionDefaults(description.section as SectionName));
      expect([page.name, fields.filter((field) => !named.has(field))]).toEqual([page.name, []]);
    }
  });
});

describe('the Start page', () => {
  const handlers = (): Record<string, Handler> => ({
    ...Object.fromEntries(
      sectionNames.map((name) => [
        `controlPanel/countyConfig/${name}`,
        () => ({
          ...{ name, version: 0, savedBy: '', savedAt: null },
          ...{ value: sectionDefaults(name), defaults: sectionDefaults(name) },
        }),
      ]),
    ),
    'controlPanel/countyConfig': () => ({
      sections: ['common', 'payments'].map((name) => ({
        ...{ name, version: 2, savedBy: 'lake.deputy', savedAt: '2026-11-17T17:30:00.000Z' },
      })),
    }),
    'controlPanel/plannedChanges': () => ({ plans: [] }),
    'controlPanel/salesSetup': () => ({ hasSold: false, hasCardKeys: false }),
  });

  test('shows missing settings and the last changes, and its search opens a page at a field', async () => {
    const portal = await openPortal('/controlPanel/start', {
      user: someUser({ role: 'COUNTY', usageBalance: '' }),
      handlers: handlers(),
    });
    await screen.findByRole('table', { name: 'Setup checklist' });
    expect(screen.getByText(/being set up/)).toBeTruthy();
    const last = within(screen.getByRole('table', { name: 'Last changes of all pages' }));
    expect(last.getByRole('link', { name: 'Common' })).toBeTruthy();
    expect(last.getAllByText('lake.deputy')).toHaveLength(2);
    // only the provider can open this page
    expect(last.getByText('Payment Methods')).toBeTruthy();
    expect(last.queryByRole('link', { name: 'Payment Methods' })).toBeNull();
    await portal.user.type(screen.getByRole('combobox', { name: 'Find a setting' }), 'guest user');
    await screen.findByRole('option', { name: /^Guest username/ });
    await portal.user.keyboard('{Enter}');
    await arriveAt(portal, '/controlPanel/userAccess#guestUserName');
    const field = await screen.findByRole('textbox', { name: /Guest username/ });
    expect(document.activeElement).toBe(field);
  });

  test('lists planned changes, and a change that still waits for its date can be taken back', async () => {
    const plan = (id: string, name: string, state: string) => ({
      ...{ id, name, state, changes: { imageDocument: 500 }, effectiveAt: '2027-01-01T06:00:00.000Z' },
      ...{ reason: 'Board resolution 14', plannedBy: 'lake.deputy', plannedAt: '2026-11-17T17:30:00.000Z' },
    });
    let plans = [plan('p1', 'aLaCarte', 'PLANNED'), plan('p2', 'escrow', 'FAILED')];
    const withdrawn: unknown[] = [];
    const portal = await openPortal('/controlPanel/start', {
      user: someUser({ role: 'COUNTY', usageBalance: '' }),
      handlers: {
        ...handlers(),
        'controlPanel/plannedChanges': () => ({ plans }),
        'controlPanel/plannedChanges/withdraw': ({ id }) => {
          withdrawn.push(id);
          plans = plans.filter((each) => each.id !== id);
          return {};
        },
      },
    });
    const table = within(await screen.findByRole('table', { name: 'Changes that take effect later' }));
    expect(table.getAllByRole('button', { name: /^Take back/ })).toHaveLength(1);
    expect(table.getByRole('row', { name: /^Escrow/ }).textContent).toContain('Not applied');
    expect(table.getByRole('row', { name: /^A La Carte Rates/ }).textContent).not.toContain('Not applied');
    const [change] = within(table.getByRole('row', { name: /^A La Carte Rates/ })).getAllByRole('cell');
    await waitFor(() => expect(change?.textContent).toMatch(/Whole document.*\$0\.00.*\$5\.00/));
    await portal.user.click(table.getByRole('button', { name: 'Take back A La Carte Rates' }));
    await waitFor(() => expect(table.queryByRole('link', { name: 'A La Carte Rates' })).toBeNull());
    expect(table.getByRole('link', { name: 'Escrow' })).toBeTruthy();
    expect(withdrawn).toEqual(['p1']);
  });
});
