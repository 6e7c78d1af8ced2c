import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import { readSheet } from 'read-excel-file/node';
import { textByPoppler } from './filing.js';
import { examineAtBoth, expect, signIn, test, wide } from './portal.js';

const openReport = async (page: Page, name: string): Promise<void> => {
  await signIn(page, 'demo.county');
  await page.goto(`/LandShark/reports/${name}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
};
/** The file that the browser saves after a button is pressed by keyboard. */
const savedBy = async (page: Page, button: string): Promise<{ name: string; bytes: Buffer }> => {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: button }).press('Enter'),
  ]);
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) };
};

const reports = [
  ['StatementReport', 'Statement report', 'StatementReport.pdf', 'StatementReportExport.xlsx'],
  ['AccountReport', 'Account report', 'AccountReport.pdf', 'AccountReport.xlsx'],
  ['UserReport', 'User report', 'UserReport.pdf', 'UserReportExport.xlsx'],
  ['AccountTypeReport', 'Account type report', 'AccountTypeReport.pdf', undefined],
] as const;

for (const [path, heading, pdf, excel] of reports)
  test(`B11-08 B11-09 the ${heading} is available on screen, as PDF and as Excel, at both sizes, by keyboard`, async ({
    page,
  }) => {
    await openReport(page, path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
    await examineAtBoth(page, `report-${path}-form`);
    await page.getByRole('button', { name: 'Show report' }).press('Enter');
    await expect(page.getByRole('region', { name: 'Result' })).toBeVisible();
    await expect(page.locator('table .skeleton')).toHaveCount(0);
    await examineAtBoth(page, `report-${path}`);

    const written = await savedBy(page, 'Create PDF');
    expect(written.name).toBe(pdf);
    expect((await PDFDocument.load(written.bytes, { updateMetadata: false })).getTitle()).toContain(heading);
    const read = textByPoppler(written.bytes);
    if (read !== undefined) expect(read).toContain(heading);
    if (excel === undefined) {
      await expect(page.getByRole('button', { name: 'Export to Excel' })).toHaveCount(0);
      return;
    }
    const exported = await savedBy(page, 'Export to Excel');
    expect(exported.name).toBe(excel);
    const [head, ...rows] = await readSheet(exported.bytes);
    expect(head?.[0]).toBe('Date and time');
    expect(rows.length).toBeGreaterThan(0);
    for (const [at, ...cells] of rows) {
      expect(at).toBeInstanceOf(Date);
      expect(cells.slice(5).map((cell) => typeof cell)).toEqual(Array.from({ length: 4 }, () => 'number'));
    }
  });

test('a user runs a report by keyboard alone, and the URL of the report opens it again', async ({ page }) => {
  await openReport(page, 'UserReport');
  const username = page.getByLabel('Username', { exact: true }).and(page.locator('[type=text]'));
  await username.focus();
  await page.keyboard.type('demo.county');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/username=demo\.county/);
  await expect(page.getByRole('cell', { name: 'Logged in' }).first()).toBeVisible();
  await page.reload();
  await expect(page.getByRole('cell', { name: 'Logged in' }).first()).toBeVisible();
  await expect(username).toHaveValue('demo.county');
});

test('B11-11 a report keeps its criteria when a user leaves the report and comes back', async ({ page }) => {
  await openReport(page, 'UserReport');
  await page.getByLabel('Username', { exact: true }).and(page.locator('[type=text]')).fill('demo.county');
  await page.getByLabel('Log information').selectOption('SIGN_IN');
  await page.getByRole('button', { name: 'Show report' }).click();
  await expect(page.getByRole('cell', { name: 'Logged in' }).first()).toBeVisible();
  const menu = page.getByRole('navigation', { name: 'Reports' });
  await menu.getByRole('link', { name: 'Statement' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Statement report');
  await menu.getByRole('link', { name: 'User', exact: true }).click();
  await expect(page.getByLabel('Log information')).toHaveValue('SIGN_IN');
});

test('staff schedules a report by keyboard, sees when it will be sent, and removes the schedule, at both sizes', async ({
  page,
}) => {
  await openReport(page, 'UserReport');
  const schedules = page.getByRole('region', { name: 'Schedules' });
  await schedules.getByLabel('How often').selectOption('Each week');
  await schedules.getByLabel('Day of the week').selectOption('Friday');
  await schedules.getByRole('button', { name: 'Add schedule' }).press('Enter');
  await expect(schedules.getByRole('status')).toContainText('The first report comes on Friday');
  const name = 'User report, PDF, each Friday at 6:00 AM';
  await expect(schedules.getByText(name, { exact: true })).toBeVisible();
  await examineAtBoth(page, 'report-schedules');
  await schedules.getByRole('button', { name: `Remove the schedule ${name}` }).press('Enter');
  await expect(schedules.getByRole('status')).toContainText('was removed');
  await expect(schedules.getByRole('heading')).toBeFocused();
});

test('the table of a report breaks no word of a name, aligns its headings and never scrolls the page sideways', async ({
  page,
}) => {
  await page.setViewportSize(wide);
  await openReport(page, 'StatementReport');
  await page.getByRole('button', { name: 'Show report' }).press('Enter');
  const table = page.getByRole('region', { name: 'Result' }).getByRole('table');
  await expect(table.getByRole('row').nth(1)).toBeVisible();
  const cells = await table
    .locator('tbody a')
    .evaluateAll((links) =>
      links.map((link) => ({ text: link.textContent ?? '', lines: link.getClientRects().length })),
    );
  expect(cells.filter(({ text, lines }) => lines > text.split(/\s+/).length)).toEqual([]);
  const bottoms = await table.locator('thead th').evaluateAll((heads) =>
    heads.map((head) => {
      const range = document.createRange();
      range.selectNode((head.querySelector('.sort') ?? head).firstChild ?? head);
      return range.getBoundingClientRect().bottom;
    }),
  );
  expect(Math.max(...bottoms) - Math.min(...bottoms)).toBeLessThan(1);
  for (const width of [1200, 1024, 800]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth), `at ${width} px`).toBe(width);
  }
});
