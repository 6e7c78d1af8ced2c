import type { Locator, Page } from '@playwright/test';
import { examineAtBoth, expect, open, signIn, test, wide } from './portal.js';

test.use({ viewport: wide });

/** A page of fees: where it is, its heading, an answer to change, and what asks before it is saved. */
interface FeePage {
  address: string;
  title: string;
  field: string;
  asks?: true;
  /** The demo has no saved version of the page, so the test saves one before it puts one back. */
  isUnsaved?: true;
}

const pages: readonly FeePage[] = [
  { address: 'alacarterates', title: 'A La Carte Rates', field: 'Torrens text' },
  {
    address: 'alacarteratesspecial',
    title: 'A La Carte Special Rates',
    field: 'Document, row 1',
    asks: true,
    isUnsaved: true,
  },
  {
    address: 'creditCardAlternateRates',
    title: 'Credit Card Alternate Rates',
    field: 'Torrens text',
    asks: true,
  },
  { address: 'creditCardExtra', title: 'Credit Card Extra', field: 'Preauthorization amount' },
  { address: 'escrow', title: 'Escrow', field: 'Surcharge in percent' },
  { address: 'flatFeeRates', title: 'Flat Fee Rates', field: 'Cost, row 1' },
  { address: 'flatFeeOverride', title: 'Flat Fee Usage Override', field: 'Cost, row 1' },
];

const save = async (page: Page, { asks }: FeePage): Promise<void> => {
  await page.keyboard.press('Control+s');
  if (asks) {
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('The special rates for credit card will also be reset. Continue?');
    await question.getByRole('button', { name: 'Yes' }).focus();
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('heading', { name: 'The settings are saved.' })).toBeVisible();
};

const retype = async (page: Page, field: Locator, text: string): Promise<void> => {
  await field.focus();
  await page.keyboard.press('Control+a');
  await page.keyboard.type(text);
};

for (const fee of pages)
  test(`${fee.title} is opened, changed, saved and put back by keyboard`, async ({ page }) => {
    await signIn(page, 'demo.county');
    await open(page, `controlPanel/${fee.address}`);
    await expect(page.getByRole('heading', { name: fee.title, level: 1 })).toBeVisible();
    if (fee.address === 'flatFeeOverride') {
      const reload = page.getByLabel('Account administrators reload their own account');
      if (!(await reload.isChecked())) await reload.press('Space');
    }
    // a row without a document type is not kept
    if (fee.address === 'alacarteratesspecial')
      await page.getByLabel('Document type, row 1').selectOption({ label: 'All document types' });
    const field = page.getByLabel(fee.field, { exact: true });
    if (fee.isUnsaved) {
      await retype(page, field, '1.25');
      await page.getByLabel(/^Why/).fill('The first version');
      await save(page, fee);
    }
    const before = await field.inputValue();
    await retype(page, field, '1.37');
    await page.keyboard.press('Control+s');
    await expect(page.getByRole('link', { name: 'Why: Required.' })).toBeVisible();
    await examineAtBoth(page, `panel-${fee.address}-errors`);
    await page.getByLabel(/^Why/).focus();
    await page.keyboard.type('Tried in a test');
    await save(page, fee);
    await examineAtBoth(page, `panel-${fee.address}`);

    await page.getByRole('button', { name: 'History' }).focus();
    await page.keyboard.press('Enter');
    const history = page.getByRole('region', { name: 'History' });
    await expect(history).toContainText('1.37');
    await examineAtBoth(page, `panel-${fee.address}-history`);
    const putBack = history.getByRole('button', { name: /^Put back/ }).first();
    await putBack.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel(/^Why/).focus();
    await page.keyboard.type('Back as it was');
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(field).toHaveValue(before);
  });

test('a fee is planned for a date, listed and taken back', async ({ page }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/escrow');
  await page.getByLabel('Surcharge in percent').fill('2.80');
  await page.getByText('From a date and time').click();
  await page.getByRole('textbox', { name: 'Date', exact: false }).fill('01/01/2031');
  await page.getByLabel(/^Why/).fill('Board resolution 14');
  await examineAtBoth(page, 'panel-plan');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'The change is planned.' })).toBeVisible();
  const planned = page.getByRole('region', { name: 'Planned changes' });
  await expect(planned).toContainText('01/01/2031 12:00 AM');
  await examineAtBoth(page, 'panel-planned');
  await planned.getByRole('button', { name: /^Take back/ }).click();
  await expect(planned).toHaveCount(0);
});

test('two clerks who save one page choose between their answers', async ({ page, browser, baseURL }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/homeNotableDates');
  const flag = 'Torrens Certificate Thru, Torrens';
  const choose = async (of: Page): Promise<void> => {
    const select = of.getByLabel(flag);
    await select.selectOption((await select.inputValue()) === 'yes' ? 'no' : 'yes');
  };
  const begin = page.getByLabel('Index Begin, Torrens');
  await begin.selectOption((await begin.inputValue()) === 'yes' ? 'no' : 'yes');
  await examineAtBoth(page, 'panel-notable-dates');
  const context = await browser.newContext({ baseURL: baseURL ?? '' });
  const other = await context.newPage();
  await signIn(other, 'demo.trimin');
  await other.goto(page.url());
  await choose(other);
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(other.getByRole('heading', { name: 'The settings are saved.' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(/^Not saved yet: demo\.trimin saved this page at/)).toBeVisible();
  await examineAtBoth(page, 'panel-conflict');
  await page.getByRole('button', { name: 'Save chosen values' }).click();
  await expect(page.getByRole('heading', { name: 'The settings are saved.' })).toBeVisible();
  // as it was
  await begin.selectOption((await begin.inputValue()) === 'yes' ? 'no' : 'yes');
  await choose(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { name: 'The settings are saved.' })).toBeVisible();
  await context.close();
});

test('Home - Notable Dates is previewed with what is not saved', async ({ page }) => {
  await signIn(page, 'demo.county');
  await open(page, 'controlPanel/homeNotableDates');
  await page.getByRole('button', { name: 'Preview' }).click();
  const dialog = page.getByRole('dialog', { name: 'Preview of the home page' });
  await expect(dialog.getByText('Notable dates').first()).toBeVisible();
  await examineAtBoth(page, 'panel-preview');
  await dialog.getByRole('button', { name: 'Close preview' }).click();
  await expect(dialog).toHaveCount(0);
});
