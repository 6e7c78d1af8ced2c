import { readFileSync } from 'node:fs';
import { deed, openQueued, pressButton, sendDeed, submitEfile, textByPoppler } from './filing.js';
import { examineAtBoth, expect, logIn, test, walkTo, wide } from './portal.js';

test.use({ viewport: wide });

test('by keyboard, a sender withdraws one document, corrects another that the office sends back, and downloads the recorded copy', async ({
  page,
}) => {
  const [withdrawn, asked] = [await sendDeed(page, 'North Bank'), await sendDeed(page, 'South Bank')];
  const transaction = (number: string) =>
    page.getByRole('link', { name: `Transaction ${number}`, exact: true });
  const heading = (number: string) =>
    page.getByRole('heading', { level: 1, name: `Transaction ${number}`, exact: true });

  await walkTo(page, 'efile');
  await page.getByRole('link', { name: 'My submissions' }).press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'My submissions' })).toBeVisible();
  await expect(transaction(withdrawn)).toBeVisible();
  await examineAtBoth(page, 'submissions');

  await transaction(withdrawn).press('Enter');
  await expect(heading(withdrawn)).toBeVisible();
  await examineAtBoth(page, 'submission');
  // reads the text of the receipt from the printed page
  const printed = textByPoppler(await page.pdf());
  if (printed !== undefined) {
    expect(printed).toContain(`Transaction ${withdrawn}`);
    expect(printed).toMatch(/Total\s+\$\d+\.\d\d/);
  }
  await pressButton(page, 'Withdraw');
  const question = page.getByRole('alertdialog', { name: 'Withdraw this document?' });
  await expect(question).toContainText('You get the fee back.');
  await examineAtBoth(page, 'submission-withdraw');
  await question.getByRole('button', { name: 'Withdraw' }).press('Enter');
  await expect(page.getByText('The document is withdrawn. You will get an e-mail.')).toBeVisible();
  await expect(page.getByText('Withdrawn', { exact: true })).toBeVisible();

  await logIn(page, 'demo.county');
  await openQueued(page, asked);
  await pressButton(page, 'Claim');
  await pressButton(page, 'Ask for a correction');
  const dialog = page.getByRole('dialog', { name: 'Ask for a correction' });
  await dialog.getByLabel('A page cannot be read').press('Space');
  await dialog.getByLabel('What to correct').fill('Page 2 is black.');
  await dialog.getByRole('button', { name: 'Ask for a correction' }).press('Enter');
  await expect(page.getByText('The sender gets an e-mail that asks for a correction.')).toBeVisible();

  await logIn(page, 'demo.escrow');
  await walkTo(page, 'submissions');
  await transaction(asked).press('Enter');
  await expect(page.getByText('Page 2 is black.')).toBeVisible();
  await examineAtBoth(page, 'submission-asked');
  await page.getByRole('link', { name: 'Send a correction' }).press('Enter');
  await expect(page.getByText(`Correct transaction ${asked}`)).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('South Bank');
  await examineAtBoth(page, 'submission-correct');
  await page.locator('#image').setInputFiles(await deed());
  await page.getByLabel('I have read the statement and agree').press('Space');
  const correction = await submitEfile(page);

  await walkTo(page, 'submissions');
  await transaction(asked).press('Enter');
  await expect(page.getByText('Corrected', { exact: true })).toBeVisible();
  await expect(page.getByText(correction, { exact: true })).toBeVisible();
  await examineAtBoth(page, 'submission-corrected');

  await logIn(page, 'demo.county');
  await openQueued(page, correction);
  await pressButton(page, 'Claim');
  await pressButton(page, 'Record');
  const record = page.getByRole('dialog', { name: 'Record' });
  const documentNumber = `A${Date.now()}`;
  await record.getByLabel('Document number').fill(documentNumber);
  await record.getByRole('button', { name: 'Record', exact: true }).press('Enter');
  await expect(page.getByText('The document is recorded, and the sender gets an e-mail.')).toBeVisible();

  await logIn(page, 'demo.escrow');
  await walkTo(page, 'submissions');
  await transaction(correction).press('Enter');
  await expect(page.getByRole('paragraph').getByText('Recorded', { exact: true })).toBeVisible();
  const download = page.waitForEvent('download');
  await page.getByText('Download the recorded copy').press('Enter');
  const copy = readFileSync(await (await download).path());
  expect(copy.subarray(0, 5).toString()).toBe('%PDF-');
  const endorsed = textByPoppler(copy);
  if (endorsed !== undefined)
    for (const part of [documentNumber, 'WARRANTY DEED']) expect(endorsed).toContain(part);
  await examineAtBoth(page, 'submission-recorded');
});
