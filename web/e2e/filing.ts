import { execFileSync, spawnSync } from 'node:child_process';
import { PDFDocument } from '@cantoo/pdf-lib';
import type { Page } from '@playwright/test';
import { expect, logIn, walkTo } from './portal.js';

/** A PDF with random text, so that the portal does not take it for a duplicate. */
export const deed = async (pages = 3): Promise<{ name: string; mimeType: string; buffer: Buffer }> => {
  const document = await PDFDocument.create();
  for (let page = 0; page < pages; page += 1)
    document.addPage([612, 792]).drawText(`WARRANTY DEED ${Math.random()}`, { x: 72, y: 700 });
  return {
    name: 'warranty-deed.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(await document.save()),
  };
};

export const openEfile = async (page: Page, username: string): Promise<void> => {
  await logIn(page, username);
  await walkTo(page, 'efile');
  await expect(page.getByRole('heading', { level: 1, name: 'E-File' })).toBeVisible();
};

/** Fills in everything except the file. */
export const fillEfile = async (page: Page, sender = 'Split Rock Title'): Promise<void> => {
  await page.getByLabel('Name').fill(sender);
  await page.getByLabel('E-mail').fill('filings@split-rock.example');
  await page.getByLabel('Address 1').fill('210 Harbor Street');
  await page.getByLabel('City').fill('Two Harbors');
  await page.getByLabel('Zip').fill('55616');
  await page.getByLabel('I have read the statement and agree').press('Space');
};

/** Submits the filled form by keyboard. @returns the filing's transaction number */
export const submitEfile = async (page: Page): Promise<string> => {
  await page.getByRole('button', { name: 'Submit' }).press('Enter');
  await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).press('Enter');
  const told = page.locator('.told h2');
  await expect(told).toBeVisible();
  return /\d+/.exec((await told.textContent()) ?? '')?.[0] ?? '';
};

/**
 * Sends a document as demo.escrow on the page E-File.
 * @returns the filing's transaction number
 */
export const sendDeed = async (page: Page, sender: string): Promise<string> => {
  await openEfile(page, 'demo.escrow');
  await fillEfile(page, sender);
  await page.locator('#image').setInputFiles(await deed());
  return submitEfile(page);
};

/**
 * The text of the first page as read by Poppler, which shares no code with the programs that write PDFs here.
 * @returns undefined on a machine without Poppler; with `CI=true`, `npm test` fails on such a machine
 */
export const textByPoppler = (pdf: Buffer): string | undefined =>
  spawnSync('pdftotext', ['-v']).error === undefined
    ? execFileSync('pdftotext', ['-l', '1', '-layout', '-', '-'], { input: pdf, encoding: 'utf8' })
    : undefined;

/** Opens a filing from the queue as a clerk, with the keyboard alone. */
export const openQueued = async (page: Page, number: string): Promise<void> => {
  await walkTo(page, 'efileQueue');
  const link = page.getByRole('link', { name: `Land Record ${number}`, exact: true });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(
    page.getByRole('heading', { level: 1, name: `Land Record, transaction ${number}` }),
  ).toBeVisible();
};

/** Presses a button by keyboard. */
export const pressButton = async (page: Page, name: string): Promise<void> => {
  const button = page.getByRole('button', { name, exact: true });
  await button.focus();
  await page.keyboard.press('Enter');
};
