import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { chooseByTyping, expectFocus, press, write } from './keys.js';
import { addCounty, importDeed, importedDeed, type NewCounty } from './new-county.js';
import { examine, expect, expectReflow, phone, test, wide } from './portal.js';

const secret = 'Quiet-Canoe!77';
const account = 'North Title';
const buyer = 'bo.lind.title';

const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true });
const box = (page: Page, name: string | RegExp): Locator => page.getByLabel(name);
const saved = (page: Page): Locator =>
  page.getByRole('heading', { name: /^(The settings are saved\.|Settings and Users updated)$/ });

/** A clerk who works in one window, without a mouse. */
class Walk {
  constructor(
    readonly page: Page,
    private readonly county: NewCounty,
    private readonly isPhone: boolean,
  ) {}

  async look(name: string): Promise<void> {
    await examine(this.page, `new-county-${name}`);
    await expectReflow(this.page);
  }

  async logIn(username: string): Promise<void> {
    const { page } = this;
    await page.goto(`${this.county.origin}/LandShark/login`);
    await write(page, box(page, 'Username'), username);
    await write(page, page.getByRole('textbox', { name: 'Password' }), secret);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/home');
  }

  /** Closes the details of a document. On a phone the details are a window, which Esc closes. */
  async closeWindows(): Promise<void> {
    const windows = this.page.locator('dialog[open]');
    await expect(async () => {
      if (await windows.count()) await this.page.keyboard.press('Escape');
      await expect(windows).toHaveCount(0, { timeout: 500 });
    }).toPass();
  }

  async logOut(): Promise<void> {
    const { page } = this;
    await this.menu(page.locator('header').getByRole('button', { name: 'Log out' }), 'Log out');
    await press(page, page.getByRole('alertdialog').getByRole('button', { name: 'Yes, log out' }));
    await page.waitForURL('**/login');
  }

  /** Opens a page from the header. On a phone the link is in the menu. */
  async go(name: string): Promise<void> {
    const { page } = this;
    const link = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
    await this.menu(link, name);
  }

  private async menu(onDesk: Locator, name: string): Promise<void> {
    const { page } = this;
    if (!this.isPhone) return press(page, onDesk, 'Shift+Tab');
    await press(page, button(page, 'Menu'), 'Shift+Tab');
    const drawer = page.locator('#drawer');
    await press(page, drawer.getByRole('link', { name }).or(drawer.getByRole('button', { name })));
  }

  /** Opens the setting that belongs to an item of the checklist on the Start page. */
  async settle(item: string, title: string): Promise<void> {
    const { page } = this;
    await this.go('Control Panel');
    await expect(page.getByRole('table', { name: 'Setup checklist' })).toBeVisible();
    await expect(this.line(item)).toContainText('Missing');
    await press(page, this.line(item).getByRole('link'));
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title);
  }

  line(item: string): Locator {
    return this.page.getByRole('table', { name: 'Setup checklist' }).getByRole('row', { name: item });
  }

  /** Saves with Ctrl+S. Settings about money need a reason, and the portal asks for the password before it saves them. */
  async save(reason?: string): Promise<void> {
    const { page } = this;
    if (reason !== undefined) await write(page, box(page, /^Why/), reason);
    await page.keyboard.press('Control+s');
    await this.prove();
    await expect(saved(page)).toBeVisible();
  }

  /** Types the password if the portal asks for it. */
  private async prove(): Promise<void> {
    const { page } = this;
    const question = page.getByRole('dialog').getByLabel(/Password/);
    await expect(question.or(saved(page))).toBeVisible();
    if (!(await question.isVisible())) return;
    await this.look('proof');
    await page.keyboard.type(secret);
    await page.keyboard.press('Enter');
  }
}

/** Opens the mailed link, sets the first password, and looks at the checklist. */
async function begin(walk: Walk, county: NewCounty): Promise<void> {
  const { page } = walk;
  await page.goto(county.link);
  await write(page, box(page, 'New Password'), secret);
  await write(page, box(page, /^Confirm/), secret);
  await walk.look('password');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Password updated. You may now log in.')).toBeVisible();
  await walk.logIn(county.username);
  await walk.go('Control Panel');
  await expect(walk.line('First sale')).toContainText('Missing');
  await walk.look('start-empty');
}

async function setContactAndTexts(walk: Walk): Promise<void> {
  const { page } = walk;
  await walk.settle('Contact', 'Common');
  await expectFocus(page, box(page, 'County name'));
  await page.keyboard.type('North Shore County');
  await write(page, box(page, 'Contact phone'), '(218) 555-0142');
  await write(page, box(page, 'Contact e-mail'), 'nobody');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('link', { name: /^Contact e-mail: / })).toBeVisible();
  await walk.look('contact-error');
  await press(page, page.getByRole('link', { name: /^Contact e-mail: / }));
  await expectFocus(page, box(page, 'Contact e-mail'));
  await page.keyboard.press('Control+a');
  await page.keyboard.type('recorder@north.example');
  await walk.save();
  await walk.settle('Public texts', 'Login - Latest News');
  await expectFocus(page, box(page, 'Heading, row 1'));
  await page.keyboard.type('Now online');
  await write(page, box(page, 'Paragraph, row 1'), 'Deeds since 1890.');
  await walk.save();
  await walk.look('texts');
}

async function setPricesAndSearches(walk: Walk): Promise<void> {
  const { page } = walk;
  await walk.settle('Prices', 'A La Carte Rates');
  await expect(page.locator('#imageDocument')).toBeFocused();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('4.00');
  await page.keyboard.press('Control+s');
  await expect(page.getByRole('link', { name: 'Why: Required.' })).toBeVisible();
  await walk.look('prices-error');
  await write(page, page.locator('#imageFirstPage'), '1.00');
  await write(page, page.locator('#imageAdditionalPages'), '0.50');
  await walk.save('First prices of the county');
  await walk.look('prices');
  await walk.settle('Searches', 'Search 1');
  await expect(page.locator('#defaultSearch')).toBeFocused();
  await chooseByTyping(page.locator('#defaultSearch'), 'Document');
  await walk.save();
  await walk.look('searches');
}

/** Adds an account, and enters the paper check that pays for the account's first purchase. */
async function addBuyer(walk: Walk): Promise<void> {
  const { page } = walk;
  await walk.settle('First sale', 'Accounts');
  await walk.look('accounts-empty');
  await press(page, page.getByRole('link', { name: 'New', exact: true }).first());
  await expect(page.getByRole('heading', { name: 'New Account', level: 1 })).toBeVisible();
  await press(page, button(page, 'Save'));
  await expect(page.getByRole('link', { name: 'Account: Required.', exact: true })).toBeVisible();
  await walk.look('account-errors');
  await write(page, page.getByRole('textbox', { name: 'Account', exact: true }), account);
  await write(page, box(page, 'LandLink Account'), '10447');
  await write(page, box(page, /^Last Tasks/), '06/01/2026');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The account is saved.' })).toBeVisible();
  await press(page, page.getByRole('link', { name: account, exact: true }));
  await expect(page.getByText('This account has bought nothing yet.')).toBeVisible();
  await walk.look('account');
  await press(page, page.getByRole('link', { name: 'Cashier', exact: true }).last());
  await press(page, button(page, 'Post a payment'));
  const dialog = page.getByRole('dialog');
  await write(page, dialog.getByLabel('Amount'), '20.00');
  await write(page, dialog.getByLabel('Check number'), '1');
  await walk.look('payment');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The entry is posted.' })).toBeVisible();
}

async function addUser(walk: Walk, county: NewCounty): Promise<void> {
  const { page } = walk;
  await walk.go('User Manager');
  await press(page, page.getByRole('link', { name: 'New', exact: true }).first());
  await expect(page.getByRole('heading', { name: 'New User', level: 1 })).toBeVisible();
  await write(page, page.getByLabel('Username'), buyer);
  await write(page, page.getByRole('textbox', { name: 'Password', exact: true }), secret);
  await write(page, box(page, /Confirm/), secret);
  await press(page, button(page, 'Choose an account'));
  await walk.look('account-finder');
  await press(page, page.getByRole('dialog').getByRole('row', { name: account }).getByRole('button'));
  await write(page, box(page, 'First name'), 'Bo');
  await write(page, box(page, 'Last name'), 'Lind');
  await write(page, box(page, /^E-mail/), `bo-${county.id}@title.example`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'The user is saved.' })).toBeVisible();
  // the focus moves to the heading when the list appears
  await expect(page.getByRole('table').or(page.locator('.list-table')).first()).toBeVisible();
  await expect(page.locator('#main h1')).toBeFocused();
}

/** The buyer signs in, searches and buys the county's first pages. */
async function buy(walk: Walk): Promise<Buffer> {
  const { page } = walk;
  await walk.logIn(buyer);
  await walk.go('Search');
  await page.waitForURL('**/search**');
  await write(page, box(page, 'From document number'), importedDeed.number);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/SearchResults*');
  await press(page, page.locator('.results a.doc').first());
  await press(page, page.locator('.detail').getByRole('button', { name: 'Image' }));
  const preview = page.locator('dialog[open]', { has: page.locator('.thumbs') });
  await write(page, preview.getByLabel('Page numbers'), '2, 5');
  const accepted = page.waitForResponse('**/updateImagePreviewSettings');
  await page.keyboard.press('Enter');
  await accepted;
  await press(page, preview.getByRole('button', { name: 'Continue' }));
  const order = page.locator('dialog[open]', { has: page.locator('.receipt') });
  await expect(order).toContainText('Pay $4.00 and download');
  await walk.look('order');
  const download = page.waitForEvent('download');
  await press(page, order.locator('.btn--primary'));
  const file = await readFile(await (await download).path());
  await walk.closeWindows();
  return file;
}

/** `npm test` runs only the phone, which has less room; `npm run walks` runs both sizes. */
const places = [
  ['at a desk', wide, ['@walk']],
  ['on a phone', phone, []],
] as const;

for (const [where, viewport, tag] of places)
  test.describe(where, () => {
    test.use({ viewport });

    const title = `a clerk takes an empty county from the checklist to its first paid PDF by keyboard ${where}`;
    test(title, { tag: [...tag] }, async ({ page }) => {
      test.setTimeout(600_000);
      const county = await addCounty();
      const walk = new Walk(page, county, viewport === phone);
      await begin(walk, county);
      await setContactAndTexts(walk);
      await setPricesAndSearches(walk);
      await importDeed(county);
      await addBuyer(walk);
      await addUser(walk, county);
      await walk.logOut();
      expect((await buy(walk)).subarray(0, 5).toString()).toBe('%PDF-');
      await walk.logOut();
      await walk.logIn(county.username);
      await walk.go('Control Panel');
      for (const item of [
        'Contact',
        'Public texts',
        'Prices',
        'Searches',
        'Card keys',
        'First import',
        'First sale',
      ])
        await expect(walk.line(item)).toContainText('Done');
      await walk.look('start-done');
      await walk.go('Control Panel');
    });
  });
