/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import { offerPagePreviews } from '../src/app/page-previews.js';
import { page as registration } from '../src/features/control-panel/pages/login-page-registration.js';
import { loadTexts } from '../src/shared/i18n/i18n.js';
import { preparePortal, refuse } from './portal.js';
import { box, button, openSectionPage, sectionOnServer } from './section-pages.js';

preparePortal({ beforeAll, afterEach });
beforeAll(() => loadTexts('panel', 'panel-pages', 'panel-shell'));

const prices: AccountOffer['prices'] = {
  searches: [{ code: 'searchByName', cents: 200 }],
  details: [{ code: 'documentDetails', cents: 100 }],
  ...{ firstPage: 300, additionalPages: 100, someDiffer: false, cardFee: null },
};
const slow = { timeout: 10_000 };
const title = { name: 'Preview of the registration page' };

describe('the preview on the page for registration settings', () => {
  const openSettings = async (value = { selfRegistration: true }) => {
    offerPagePreviews();
    return openSectionPage(registration, {
      section: sectionOnServer('loginPageRegistration', value),
      handlers: {
        'controlPanel/preview/registration': ({ sections }) => {
          const { showPrices } = (sections as Record<string, { showPrices: boolean }>)[
            'loginPageRegistration'
          ]!;
          return { paysBy: 'ESCROW', otherWays: [], prices: showPrices ? prices : null };
        },
      },
    });
  };
  const preview = async () => {
    const dialog = await screen.findByRole('dialog', title, slow);
    await within(dialog).findByRole('heading', { name: 'User Registration' }, slow);
    return dialog;
  };

  test('shows the prices of the unsaved form, and saves nothing', async () => {
    const page = await openSettings();
    await page.user.click(button('Preview'));
    const first = await preview();
    expect(first.textContent).toContain('$2.00');
    await page.user.click(within(first).getByRole('button', { name: 'Close preview' }));
    await page.user.selectOptions(box('Prices before registration'), 'No');
    await page.user.click(button('Preview'));
    expect((await preview()).textContent).not.toContain('$2.00');
    expect(page.saves()).toHaveLength(0);
  });

  test('shows the form, but nobody can fill it in or send it', async () => {
    const page = await openSettings();
    await page.user.click(button('Preview'));
    const dialog = await preview();
    const field = within(dialog).getByLabelText(/^Username/);
    expect(field.closest('[inert]')).not.toBeNull();
    expect(within(dialog).getByText('Create account').closest('[inert]')).not.toBeNull();
    expect(dialog.querySelector('form')).toBeNull();
  });

  test('says that nobody can register if self registration is off', async () => {
    const page = await openSettings();
    const note = /^Self Registration is set to No/;
    await page.user.click(button('Preview'));
    const first = await preview();
    expect(within(first).queryByText(note)).toBeNull();
    await page.user.click(within(first).getByRole('button', { name: 'Close preview' }));
    await page.user.selectOptions(box('Self Registration'), 'No');
    await page.user.click(button('Preview'));
    expect(within(await preview()).getByText(note)).toBeTruthy();
  });

  test('does not open while a field has a fault', async () => {
    const page = await openSettings();
    await page.user.clear(box(/^Emails expire in/));
    await page.user.click(button('Preview'));
    expect(await screen.findByRole('link', { name: /^Emails expire in/ })).toBeTruthy();
    expect(screen.queryByRole('dialog', title)).toBeNull();
  });

  test('does not open when the server refuses the request for it, and the message of the server is shown', async () => {
    offerPagePreviews();
    const page = await openSectionPage(registration, {
      section: sectionOnServer('loginPageRegistration', {}),
      handlers: {
        'controlPanel/preview/registration': () => refuse({ status: 503, message: 'The system is busy.' }),
      },
    });
    await page.user.click(button('Preview'));
    expect((await screen.findByRole('alertdialog')).textContent).toContain('The system is busy.');
    expect(screen.queryByRole('dialog', title)).toBeNull();
  });
});
