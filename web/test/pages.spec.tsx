/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { isStaff, roles, type Role } from '@portal/proto/roles';
import { navigationFor } from '../src/app/layout/navigation.js';
import { isFor, isGuarded, pageList, pages, type Page } from '../src/app/pages.js';
import { textIn } from '../src/shared/i18n/i18n.js';
import { addressOf, openPortal, preparePortal, settle, someUser } from './portal.js';

preparePortal({ beforeAll, afterEach });

const t = textIn('ENGLISH');
/** The URL path of the page in an unusual letter case. */
const addressIn = ({ path }: Page): string =>
  `/${path.toUpperCase().replace(/:\w+/g, 'X1').replace('*', 'ANY/WHERE')}`;

const openAs = (page: Page, role: Role | undefined) =>
  openPortal(addressIn(page), { user: role ? someUser({ role }) : null });

const limited = pageList.filter(({ title }) => title !== undefined);
const cases = limited.flatMap((page) => roles.map((role) => ({ page, role, name: page.name })));

describe('the table of pages', () => {
  test.each(cases)(
    'shows $name to $role if the role may open the page, and otherwise says whom to ask',
    async ({ page, role }) => {
      await openAs(page, role);
      const title = t(page.title ?? '');
      expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy();
      await waitFor(() => expect(document.title).toContain(title));
      // staff are the county office, so only the provider of the portal can help them
      const advice = isStaff(role) ? 'ask the provider of the portal.' : 'ask the county office.';
      const refused = screen.queryByText(/^If you need this page, ask/);
      expect(refused?.textContent).toBe(isFor(page, role) ? undefined : `If you need this page, ${advice}`);
    },
  );

  test.each(pageList.filter(isGuarded))('leads a visitor from $name to the login', async (page) => {
    const portal = await openAs(page, undefined);
    await waitFor(() => expect(addressOf(portal)).toBe('/login'));
  });

  const guardOnly: Page[] = [
    ...[pages.search, pages.externalParcel, pages.externalDocument],
    ...[pages.reports, pages.userManager, pages.controlPanel],
  ];
  test.each(guardOnly)(
    'A12-37 leads a visitor from $path to the login, and lets a signed-in user in',
    async (page) => {
      const stranger = await openAs(page, undefined);
      await waitFor(() => expect(addressOf(stranger)).toBe('/login'));
      cleanup();
      const user = await openAs(page, 'USER');
      await settle();
      expect(addressOf(user).toLowerCase()).not.toBe('/login');
    },
  );

  // `external` leads out of the app and `proved` closes its window; jsdom can do neither
  const leaving: readonly string[] = ['external', 'proved'];
  const open = pageList.filter((page) => !isGuarded(page) && !leaving.includes(page.name));
  test.each(open)('opens $name to a visitor', async (page) => {
    const portal = await openAs(page, undefined);
    expect(addressOf(portal)).toBe(addressIn(page));
    expect(screen.queryByRole('heading', { name: t('shell:notFound.title') })).toBeNull();
  });

  test.each(['/%E0%A4%A', '/nowhere/%ff'])(
    'says that there is no page at %s, which cannot be decoded',
    async (address) => {
      jest.spyOn(console, 'warn').mockImplementation(() => undefined);
      await openPortal(address);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe(t('shell:notFound.title'));
    },
  );

  test('shows the same message for a search whose URL cannot be decoded as for an unknown search', async () => {
    jest.spyOn(console, 'warn').mockImplementation(() => undefined);
    const shown: string[] = [];
    for (const address of ['/search/nothing', '/search/%E0%A4%A']) {
      await openPortal(address);
      shown.push(screen.getByRole('main').textContent);
      cleanup();
    }
    expect(shown[1]).toBe(shown[0]);
    expect(shown[0]).toContain('This search is not available');
  });

  test.each([
    ['E-File', '/efileQueue/x1'],
    ['Control Panel', '/accounts/x1/cashier'],
  ])(
    'marks the link %s as current on the page %s, which belongs to the area of the link',
    async (name, address) => {
      await openPortal(address, { user: someUser({ role: 'COUNTY' }), help: { efile: { efile: true } } });
      const main = within(screen.getByRole('navigation', { name: 'Main' }));
      const current = main
        .getAllByRole('link')
        .filter((link) => link.getAttribute('aria-current') === 'page');
      expect(current.map(({ textContent }) => textContent)).toEqual([name]);
    },
  );

  test.each(roles)('puts only links to pages for the role %s into the menu of that role', (role) => {
    const links = navigationFor(role).map(({ areas: [area] }) =>
      pageList.find(({ path }) => `/${path.replace('/*', '')}` === area),
    );
    expect(links.length).toBeGreaterThan(2);
    expect(links.every((page) => page && isFor(page, role))).toBe(true);
  });

  test('lists the pages of each role in the menu in the order of the table', () => {
    const names = (role: Role) => navigationFor(role).map(({ to }) => to);
    expect(names('USER')).toEqual(['/home', '/search', '/purchases']);
    expect(names('ACCOUNT')).toEqual(['/home', '/search', '/purchases', '/reports', '/userManager']);
    expect(names('COUNTY')).toEqual([
      ...['/home', '/search', '/reports', '/userManager'],
      '/controlPanel/start',
    ]);
    expect(navigationFor(undefined)).toEqual([]);
  });

  test('gives all pages different URL paths', () => {
    const paths = pageList.map(({ path }) => path.toLowerCase());
    expect(new Set(paths).size).toBe(paths.length);
    expect(pages.controlPanel.for).not.toContain('ACCOUNT');
  });
});
