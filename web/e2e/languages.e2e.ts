import type { Page } from '@playwright/test';
import { searchTypes } from '@portal/proto/http/search-types';
import {
  expect,
  open,
  openPreview,
  originOf,
  password,
  phone,
  signIn,
  test,
  walkTo,
  wide,
} from './portal.js';
import { misfits } from './misfits.js';
import { languageOf, speak, spoken } from './speaking.js';

/** The language with the longest texts, and one whose texts may break after each character. */
const hardest = ['ru', 'ja'];

/** Expects every text to fit on the current screen, in each language. */
const expectFits = async (page: Page, screen: string, languages: readonly string[]): Promise<void> => {
  const found: string[] = [];
  for (const catalogue of languages) {
    await speak(page, languageOf(catalogue));
    found.push(...(await misfits(page)).map((what) => `${screen} ${catalogue}: ${what}`));
  }
  await speak(page, 'ENGLISH');
  expect.soft(found).toEqual([]);
};

interface Screen {
  name: string;
  open(page: Page): Promise<unknown>;
}
const at = (address: string, ready = 'h1'): Screen => ({
  name: address,
  open: async (page) => {
    await open(page, address);
    await expect(page.locator(ready).first()).toBeVisible();
  },
});

/** Opens a search form without loading the application again, and waits for the browser's title to change. */
const formOf = (type: string): Screen => ({
  name: type,
  open: async (page) => {
    const before = await page.title();
    await walkTo(page, `search/${type}`);
    await expect(page).not.toHaveTitle(before);
    await expect(page.getByRole('button', { name: 'Submit' })).toBeVisible();
  },
});

/** Screens for visitors who are not signed in. */
const outside: Screen[] = [
  at('login'),
  { name: 'login, refused', open: (page) => page.getByRole('button', { name: 'Log in' }).click() },
  at('register'),
  { name: 'register, refused', open: (page) => page.getByRole('button', { name: 'Create account' }).click() },
  at('forgotUsername'),
  at('forgotPassword'),
  at('passwordReset/x'),
  at('CompleteRegistration/x'),
];

const dialog = (page: Page) => page.locator('dialog[open]').last();

const openMenuButton = async (page: Page, name: string): Promise<void> => {
  const menu = page.getByRole('button', { name: 'Menu', exact: true });
  if (await menu.isVisible()) await menu.click();
  await page.getByRole('button', { name }).first().click();
  await expect(dialog(page)).toBeVisible();
};

/** Screens for signed-in users. The order matters, because some screens open from the previous screen. */
const inside: Screen[] = [
  at('home'),
  { name: 'profile', open: (page) => openMenuButton(page, 'Profile') },
  { name: 'change password', open: (page) => page.getByRole('button', { name: 'Change Password' }).click() },
  at('home'),
  { name: 'log out', open: (page) => openMenuButton(page, 'Log out') },
  at('nothing/here'),
  at('purchases'),
  // Only one of the two counties has the tract index.
  ...searchTypes.filter((type) => type !== 'searchByTractIndexNMI').map(formOf),
  {
    name: 'search, refused',
    open: async (page) => {
      await at('search/searchByName').open(page);
      await page.getByRole('button', { name: 'Submit' }).click();
    },
  },
  {
    name: 'results',
    open: async (page) => {
      await open(
        page,
        'search/SearchResults#search=searchByDocumentNumber&fromDocumentNumber=1000001&toDocumentNumber=1000016',
      );
      await expect(page.locator('.results a.doc').first()).toBeVisible();
    },
  },
  {
    name: 'print',
    open: async (page) => {
      await page.getByRole('button', { name: 'Print' }).click();
      await expect(dialog(page)).toBeVisible();
    },
  },
  { name: 'preview', open: (page) => openPreview(page, '1000001') },
  {
    name: 'order',
    open: async (page) => {
      await dialog(page).getByRole('button', { name: 'Continue' }).click();
      await expect(dialog(page).getByRole('button', { name: 'Back' })).toBeVisible();
    },
  },
];

const walk = async (page: Page, screens: readonly Screen[], languages: readonly string[]): Promise<void> => {
  for (const screen of screens) {
    await screen.open(page);
    await expectFits(page, screen.name, languages);
  }
};

/** `npm test` runs only the hardest languages, on a phone, which has the least room; `npm run walks` runs the rest. */
for (const [words, viewport, languages, tag] of [
  ['on a phone, long texts', phone, hardest, []],
  ['on a phone, the texts of every language', phone, spoken, ['@walk']],
  ['in a wide window, long texts', wide, hardest, ['@walk']],
] as const) {
  test.describe(words, { tag: [...tag] }, () => {
    test.use({ viewport, actionTimeout: 30_000 });
    test.setTimeout(300_000);

    for (const county of ['lake', 'saipan'] as const) {
      test(`fit on each screen that the county ${county} shows before the sign-in`, async ({
        page,
        baseURL,
      }) => {
        await page.goto(`${originOf(county, baseURL)}/LandShark/login`);
        await walk(page, outside, languages);
      });
    }

    test('fit on each screen after the sign-in', async ({ page }) => {
      await signIn(page, 'demo.escrow');
      await walk(page, inside, languages);
    });
  });
}

test('a heading with only one character on each line is reported as not fitting', async ({ page }) => {
  await page.goto('about:blank');
  const headingOf = (width: string): string =>
    `<table lang="ja"><tr><th style="padding: 0; max-width: ${width}">登記年月日</th></tr></table>`;
  await page.setContent(headingOf('1em'));
  expect(await misfits(page)).toEqual([expect.stringContaining('登記年月日" is one character a line')]);
  await page.setContent(headingOf('9em'));
  expect(await misfits(page)).toEqual([]);
});

test.describe('the language of a user', () => {
  test.use({ viewport: wide });

  test('A2-07 A12-01 can be chosen on the login page from all translated languages, and is then used by the page and by messages of the server', async ({
    page,
    baseURL,
  }) => {
    await page.goto(`${originOf('saipan', baseURL)}/LandShark/login`);
    const menu = page.locator('[name=language]');
    await expect(menu.locator('option')).toHaveCount(spoken.length);
    await menu.selectOption('RUSSIAN');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await page.locator('[name=username]').fill('nobody.here');
    await page.locator('[name=password]').fill(password);
    await page.locator('button[type=submit]').click();
    await expect(page.getByRole('alert')).toContainText('Неверное имя пользователя или пароль');
    await page.reload();
    await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Вход');
  });

  test('A12-02 is, in any browser, the one that the user chose last', async ({ page, baseURL, browser }) => {
    const origin = originOf('saipan', baseURL);
    const signIn = async (where: Page, language?: string): Promise<void> => {
      await where.goto(`${origin}/LandShark/login`);
      if (language) await where.locator('[name=language]').selectOption(language);
      await where.locator('[name=username]').fill('demo.account');
      await where.locator('[name=password]').fill(password);
      await where.locator('button[type=submit]').click();
      await where.waitForURL('**/home');
    };
    await signIn(page, 'TURKISH');
    await expect(page.locator('html')).toHaveAttribute('lang', 'tr');
    const elsewhere = await browser.newPage();
    await signIn(elsewhere);
    await expect(elsewhere.locator('html')).toHaveAttribute('lang', 'tr');
    await elsewhere.close();
    await page.context().clearCookies();
    await page.evaluate(() => sessionStorage.clear());
    await signIn(page, 'ENGLISH');
    await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  });
});

test('a search without a connection shows a message, keeps the typed text, and succeeds when the connection is back', async ({
  page,
}) => {
  await signIn(page, 'demo.escrow');
  await page.goto('/LandShark/search/searchByDocumentNumber');
  await page.getByLabel('From document number').fill('1000001');
  await page.context().setOffline(true);
  await expect(page.getByText('There is no connection.')).toBeVisible();
  await page.getByRole('button', { name: 'Submit' }).click();
  await expect(page.getByRole('heading', { name: 'An unexpected error has occurred' })).toBeVisible();
  await page.locator('dialog[open]').getByRole('button', { name: 'Close' }).click();
  await expect(page.getByLabel('From document number')).toHaveValue('1000001');
  await page.context().setOffline(false);
  await expect(page.getByText('There is no connection.')).toBeHidden();
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.waitForURL('**/SearchResults*');
});
