import type { Page } from '@playwright/test';
import { examineAtBoth, expect, open, phone, signIn, test, walkTo, wide } from './portal.js';

const criterion = (page: Page, name: string) => page.locator(`main form [name="${name}"]`);

/** Pastes a text through a clipboard event, as from another program. */
const paste = async (page: Page, name: string, text: string): Promise<void> => {
  await criterion(page, name).focus();
  await criterion(page, name).evaluate((input, pasted) => {
    input.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, clipboardData: new DataTransfer() }));
    document.execCommand('insertText', false, pasted);
  }, text);
};

test.beforeEach(({ page }) => signIn(page, 'demo.escrow'));

for (const [width, size] of [
  ['at a desk', wide],
  ['on a phone', phone],
] as const) {
  test.describe(`the messages of a form, ${width},`, () => {
    test.use({ viewport: size });

    test('scroll into view and are announced, both when no records are found and when fields are wrong', async ({
      page,
    }) => {
      await open(page, 'search/searchByLegalDescription');
      const submit = page.getByRole('button', { name: 'Submit' });
      await submit.scrollIntoViewIfNeeded();
      await submit.click();
      const message = page.getByRole('alert');
      await expect(message).toBeInViewport({ ratio: 1 });
      const header = (await page.getByRole('banner').boundingBox())?.height ?? 0;
      const isSticky = size === wide;
      expect((await message.boundingBox())?.y).toBeGreaterThanOrEqual(isSticky ? header : 0);
      await criterion(page, 'lot').fill('99999');
      await criterion(page, 'grantorGranteeLastNameLb').fill('ZZQQXX');
      await criterion(page, 'platNumber').pressSequentially('10007');
      await expect(criterion(page, 'platName')).not.toHaveValue('');
      await criterion(page, 'grantorGranteeLastNameLb').focus();
      await page.keyboard.press('Enter');
      await expect(message.getByText('No Records Found.')).toBeInViewport();
      expect((await message.boundingBox())?.y).toBeGreaterThanOrEqual(isSticky ? header : 0);
      await expect(criterion(page, 'grantorGranteeLastNameLb')).toBeFocused();
    });
  });
}

test.describe('a search form', () => {
  test.use({ viewport: wide });

  test('has the focus in its first field, whether a user opens it by its URL or by a link', async ({
    page,
  }) => {
    await open(page, 'search/searchByDocumentNumber');
    await expect(criterion(page, 'documentType')).toBeFocused();
    await walkTo(page, 'search/searchByName');
    await expect(criterion(page, 'grantorGranteeLastName1')).toBeFocused();
    await walkTo(page, 'search/searchByLegalDescription');
    await expect(criterion(page, 'legalType').first()).toBeFocused();
  });

  test('offers to split a pasted full name into last name, first name and middle initial', async ({
    page,
  }) => {
    await open(page, 'search/searchByName');
    await paste(page, 'grantorGranteeLastName1', 'HAWTHORNE ELEANOR M');
    await expect(
      page.getByText('Last name: HAWTHORNE, first name: ELEANOR, middle initial: M'),
    ).toBeVisible();
    await examineAtBoth(page, 'name-offer');
    await page.getByRole('button', { name: 'Split into these fields' }).click();
    await expect(criterion(page, 'grantorGranteeLastName1')).toHaveValue('HAWTHORNE');
    await expect(criterion(page, 'grantorGranteeFirstName1')).toHaveValue('ELEANOR');
    await expect(criterion(page, 'grantorGranteeMiddleInitial1')).toHaveValue('M');
    await expect(criterion(page, 'grantorGranteeLastName1')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('.results a.doc').first()).toBeVisible();
  });
});
