/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import { offerPagePreviews } from '../src/app/page-previews.js';
import { page as notableDates } from '../src/features/control-panel/pages/home-notable-dates.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { preparePortal, settle } from './portal.js';
import { box, button, openSectionPage, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel'));

/** The home page of a county that shows only the notable dates. */
const homeWith = ({ notableDates: flags }: { notableDates: Record<string, unknown> }) => ({
  selections: {
    ...{ contactUs: false, disclaimer: false, latestNews: false, latestNewsMore: false, links: false },
    ...{ linksMore: false, loginSlides: false, notableDates: true, transactions: false },
  },
  ...{ numberOfSlides: 0, captions: [], slideFiles: [], links: [], latestNews: [], disclaimer: '' },
  common: { contactName: '', contactTitle: '', contactPhone: '', contactEmail: '' },
  notableDates: {
    headings: ['abstract'],
    rows: flags['abstractIndexBegin'] ? [{ label: 'indexBegin', values: ['01/02/1890'] }] : [],
  },
  transactionTotals: { headings: [], rows: [] },
});

describe('the page Home - Notable Dates', () => {
  const openDates = (value = {}) =>
    openSectionPage(notableDates, { section: sectionOnServer('notableDates', value) });

  test('C4-18 C4-19 has a select of Yes and No for each date, and needs no reason to save changes', async () => {
    const page = await openDates();
    const rows = [
      'Index Begin',
      'Indexed',
      'Legal Indexed',
      'Verified',
      'Legal Verified',
      'Image Begin',
      'Image Thru',
    ];
    for (const row of rows)
      for (const column of ['Abstract', 'Torrens', ...(row.startsWith('Legal') ? [] : ['Lien'])])
        expect(box(`${row}, ${column}`).tagName).toBe('SELECT');
    expect(screen.queryByLabelText('Legal Indexed, Lien')).toBeNull();
    await page.user.selectOptions(box('Torrens Certificate Thru, Torrens'), 'Yes');
    for (const name of ['Use Notable Dates', 'Show Separate Indexes', 'Verified Date as Thru Date'])
      await page.user.selectOptions(box(name), 'Yes');
    await page.user.click(button('Save'));
    await settle();
    expect(page.section.newest().value).toMatchObject({
      ...{ showNotableDates: true, showSeparateIndexes: true, useVerificationDate: true },
      torrensCertificateThru: true,
    });
  });

  test('C4-20 disables Legal Indexed and Legal Verified when Show Separate Indexes is off', async () => {
    const page = await openDates({ showSeparateIndexes: true });
    const legal = ['Legal Indexed', 'Legal Verified'].flatMap((row) =>
      ['Abstract', 'Torrens'].map((column) => box(`${row}, ${column}`)),
    );
    expect(legal.map(({ disabled }) => disabled)).toEqual([false, false, false, false]);
    await page.user.selectOptions(box('Show Separate Indexes'), 'No');
    expect(legal.map(({ disabled }) => disabled)).toEqual([true, true, true, true]);
  });

  test('previews the home page with unsaved changes, and saves nothing', async () => {
    const section = sectionOnServer('notableDates');
    const page = await openSectionPage(notableDates, {
      section,
      handlers: {
        'controlPanel/preview/home': ({ sections }) =>
          homeWith(sections as { notableDates: Record<string, unknown> }),
      },
    });
    offerPagePreviews();
    await page.user.selectOptions(box('Index Begin, Abstract'), 'Yes');
    await page.user.click(button('Preview'));
    await settle();
    const dialog = screen.getByRole('dialog', { name: 'Preview of the home page' });
    expect(dialog.textContent).toContain('01/02/1890');
    expect(page.saves()).toHaveLength(0);
    await page.user.click(within(dialog).getByRole('button', { name: 'Close preview' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(box('Index Begin, Abstract').value).toBe('yes');
  });

  test('names a changed date in the history by its row and its column', async () => {
    const page = await openDates();
    page.section.write({ ...page.section.newest().value, lienImageThru: true }, 'lake.deputy');
    page.view.unmount();
    const again = await openSectionPage(notableDates, { section: page.section });
    await again.user.click(button('History'));
    await settle();
    expect(screen.getByRole('region', { name: 'History' }).textContent).toContain('Image Thru, Lien');
  });
});
