import { readFileSync } from 'node:fs';
import { PDFDocument } from '@cantoo/pdf-lib';
import { openQueued, pressButton, sendDeed, textByPoppler } from './filing.js';
import { examineAtBoth, expect, logIn, test, walkTo, wide } from './portal.js';

test.describe('the e-file queue of the office', () => {
  test.use({ viewport: wide });

  test('lets a clerk reject one document, record another one and export a package for the land system, all by keyboard', async ({
    page,
  }) => {
    const [rejected, recorded] = [
      await sendDeed(page, 'Sent Back Bank'),
      await sendDeed(page, 'Recorded Bank'),
    ];
    await logIn(page, 'demo.county');
    await walkTo(page, 'efile');
    await page.getByRole('link', { name: 'E-File queue' }).click();
    await expect(page.getByRole('row', { name: /Sent Back Bank/ }).first()).toContainText('Waiting');
    await examineAtBoth(page, 'efile-queue');

    await openQueued(page, rejected);
    await pressButton(page, 'Claim');
    await expect(page.getByText('Claimed by you')).toBeVisible();
    await expect(page.getByRole('img', { name: 'Page 1 of the submitted document' })).toHaveJSProperty(
      'complete',
      true,
    );
    await pressButton(page, 'Next page');
    await expect(page.getByText('2 of 3')).toBeVisible();
    await examineAtBoth(page, 'efile-queue-submission');
    await pressButton(page, 'Reject');
    const dialog = page.getByRole('dialog', { name: 'Reject' });
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter');
    await expect(dialog.getByText('Choose at least one reason.').first()).toBeVisible();
    await dialog.getByLabel('A page cannot be read').press('Space');
    await dialog.getByLabel('What to correct').fill('Page 2 is black.');
    await examineAtBoth(page, 'efile-queue-reject');
    await dialog.getByRole('button', { name: 'Reject' }).press('Enter');
    await expect(page.getByText('The document is rejected, and the sender gets an e-mail.')).toBeVisible();
    await expect(page.getByText('Page 2 is black.')).toBeVisible();

    await openQueued(page, recorded);
    await pressButton(page, 'Claim');
    await pressButton(page, 'Record');
    const record = page.getByRole('dialog', { name: 'Record' });
    const documentNumber = `A${Date.now()}`;
    await record.getByLabel('Document number').fill(documentNumber);
    await record.getByLabel('Book').fill('231');
    await record.getByLabel('Page', { exact: true }).fill('118');
    await examineAtBoth(page, 'efile-queue-record');
    await record.getByRole('button', { name: 'Record', exact: true }).press('Enter');
    await expect(page.getByText('The document is recorded, and the sender gets an e-mail.')).toBeVisible();
    const download = page.waitForEvent('download');
    await pressButton(page, 'Download the recorded copy');
    const file = await (await download).path();
    const copy = await PDFDocument.load(readFileSync(file));
    expect([copy.getPageCount(), copy.getPage(0).getHeight() > 792]).toEqual([3, true]);
    const text = textByPoppler(readFileSync(file));
    if (text !== undefined)
      for (const part of [documentNumber, 'WARRANTY DEED']) expect(text).toContain(part);
    await examineAtBoth(page, 'efile-queue-recorded');

    await walkTo(page, 'efileQueue');
    const exchange = page.getByRole('region', { name: 'Land system' });
    const make = exchange.getByRole('button', { name: 'Download package' });
    await make.press('Enter');
    await expect(exchange.getByText('Required.').first()).toBeVisible();
    await exchange.getByLabel('From transaction number').fill(recorded);
    await exchange.getByLabel('To transaction number').fill(recorded);
    const packed = page.waitForEvent('download');
    await make.press('Enter');
    expect((await packed).suggestedFilename()).toMatch(/^pria-.*\.zip$/);
    await expect(exchange.getByText('The package holds one submission.')).toBeVisible();
    await expect(exchange.getByRole('heading', { name: 'Answers that need attention' })).toBeVisible();
    await examineAtBoth(page, 'efile-queue-exchange');
  });
});
