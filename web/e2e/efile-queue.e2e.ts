import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import { examineAtBoth, expect, logIn, test, walkTo, wide } from './portal.js';

/** A document that demo.escrow sends over the page E-File. */
const send = async (page: Page, name: string): Promise<string> => {
  const document = await PDFDocument.create();
  for (let i = 0; i < 3; i += 1)
    document.addPage([612, 792]).drawText(`WARRANTY DEED ${Math.random()}`, { x: 72, y: 700 });
  const buffer = Buffer.from(await document.save());
  await logIn(page, 'demo.escrow');
  await walkTo(page, 'efile');
  await page.getByLabel('Name').fill(name);
  await page.getByLabel('Email').fill('filings@split-rock.example');
  await page.getByLabel('Address 1').fill('210 Harbor Street');
  await page.getByLabel('City').fill('Two Harbors');
  await page.getByLabel('Zip').fill('55616');
  await page.getByLabel('I have read the statement and agree').check();
  await page.locator('#image').setInputFiles({ name: 'deed.pdf', mimeType: 'application/pdf', buffer });
  await page.getByRole('button', { name: 'Submit' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click();
  const told = page.locator('.told h2');
  await expect(told).toBeVisible();
  return /\d+/.exec((await told.textContent()) ?? '')?.[0] ?? '';
};
/** The clerk opens a submission from the queue with the keyboard alone. */
const open = async (page: Page, number: string): Promise<void> => {
  await walkTo(page, 'efileQueue');
  const link = page.getByRole('link', { name: `LR Land Record ${number}` });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: `LR Land Record, transaction ${number}` }),
  ).toBeVisible();
};
const press = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
};

test.describe('the e-file queue of the office', () => {
  test.use({ viewport: wide });

  test('leads from the list to a rejection with its reason, and to a recorded copy that another reader opens, by keyboard', async ({
    page,
  }) => {
    const [rejected, recorded] = [await send(page, 'Sent Back Bank'), await send(page, 'Recorded Bank')];
    await logIn(page, 'demo.county');
    await walkTo(page, 'efile');
    await page.getByRole('link', { name: 'E-File queue' }).click();
    await expect(page.getByRole('row', { name: /Sent Back Bank/ }).first()).toContainText('Waiting');
    await examineAtBoth(page, 'efile-queue');

    await open(page, rejected);
    await press(page, 'Claim');
    await expect(page.getByText('Claimed by you')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Page 1 of the submitted document' })).toHaveJSProperty(
      'complete',
      true,
    );
    await press(page, 'Next page');
    await expect(page.getByText('2 of 3')).toBeVisible();
    await examineAtBoth(page, 'efile-queue-submission');
    await press(page, 'Reject');
    const dialog = page.getByRole('dialog', { name: 'Reject' });
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter');
    await expect(dialog.getByText('Choose at least one reason.').first()).toBeVisible();
    await dialog.getByLabel('A page cannot be read').press('Space');
    await dialog.getByLabel('What to correct').fill('Page 2 is black.');
    await examineAtBoth(page, 'efile-queue-reject');
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter');
    await expect(page.getByText('The document is rejected, and its sender is told by mail.')).toBeVisible();
    await expect(page.getByText('Page 2 is black.')).toBeVisible();

    await open(page, recorded);
    await press(page, 'Claim');
    await press(page, 'Record');
    const record = page.getByRole('dialog', { name: 'Record' });
    const documentNumber = `A${Date.now()}`;
    await record.getByLabel('Document number').fill(documentNumber);
    await record.getByLabel('Book').fill('231');
    await record.getByLabel('Page', { exact: true }).fill('118');
    await examineAtBoth(page, 'efile-queue-record');
    await record.getByRole('button', { name: 'Record', exact: true }).press('Enter');
    await expect(page.getByText('The document is recorded, and its sender is told by mail.')).toBeVisible();
    const download = page.waitForEvent('download');
    await press(page, 'Download the recorded copy');
    const file = await (await download).path();
    const copy = await PDFDocument.load(readFileSync(file));
    expect([copy.getPageCount(), copy.getPage(0).getHeight() > 792]).toEqual([3, true]);
    if (spawnSync('pdftotext', ['-v']).error === undefined) {
      const text = execFileSync('pdftotext', ['-l', '1', file, '-'], { encoding: 'utf8' });
      expect(text).toContain(documentNumber);
      expect(text).toContain('WARRANTY DEED');
    }
    await examineAtBoth(page, 'efile-queue-recorded');
  });
});
