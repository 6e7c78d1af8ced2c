/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { screen, within } from '@testing-library/react';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import { openPortal, preparePortal, refuse, settle, someUser, told, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const slow = { timeout: 10_000 };
const clerk = someUser({ role: 'COUNTY', usageBalance: '' });
const known: ManagedUser = {
  ...{ id: '7d9f6c1e-0000-4000-8000-0000000000b1', username: 'bo.lind', status: 'A', role: 'USER' },
  ...{ firstName: 'Bo', lastName: 'Lind', accountId: '7d9f6c1e-0000-4000-8000-0000000000a1' },
  ...{ accountName: 'North Title', company: '', address: '', city: '', state: 'MN', zip: '55616' },
  ...{ email: 'bo@title.example', phoneFormatType: 'STANDARD', phone: '(218) 555-0142' },
  ...{ createdAt: '2026-11-01T12:00:00.000Z', lastSignIn: '' },
};

describe('the button for a reset e-mail', () => {
  const button = () => screen.findByRole('button', { name: 'Send reset e-mail' }, slow);
  const openUser = (answer: Handler, over: Partial<ManagedUser> = {}) =>
    openPortal(`/userManager/${known.id}`, {
      user: clerk,
      handlers: {
        [`userManager/user/${known.id}`]: () => ({ ...known, ...over }),
        'userManager/userResetMail': answer,
      },
    });
  const sent = () => told('A link for a new password is on its way to the user.', {});

  test('asks before it sends, names the user and the e-mail address, and then says that the e-mail is on its way', async () => {
    const { user, server } = await openUser(sent);
    await user.click(await button());
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('bo.lind');
    expect(question.textContent).toContain('bo@title.example');
    await user.click(within(question).getByRole('button', { name: 'No' }));
    await settle();
    expect(server.callsTo('userManager/userResetMail')).toEqual([]);
    await user.click(await button());
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
    const notice = await screen.findByText('A link for a new password is on its way to the user.');
    expect(notice.closest('[role=status]')).toBeTruthy();
    expect(server.callsTo('userManager/userResetMail')).toMatchObject([{ body: { userId: known.id } }]);
  });

  test('is offered for an inactive user without an e-mail address, and shows why the server refuses', async () => {
    const reason = 'This user or the user’s account is not active.';
    const { user } = await openUser(
      () => refuse({ status: 200, code: 'RESET_NOT_ACTIVE', message: reason }),
      { status: 'I', email: '' },
    );
    await user.click(await button());
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('No e-mail address is saved for this user.');
    await user.click(within(question).getByRole('button', { name: 'Yes' }));
    expect(await screen.findByText(reason)).toBeTruthy();
  });

  test('keeps what was typed in the form', async () => {
    const { user } = await openUser(sent);
    const company = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Company/ }, slow);
    await user.type(company, 'Lind Title');
    await user.click(await button());
    await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Yes' }));
    await screen.findByText('A link for a new password is on its way to the user.');
    expect(company.value).toBe('Lind Title');
  });

  test('is not offered for guests, who share a user', async () => {
    await openUser(sent, { role: 'GUEST' });
    await screen.findByRole('heading', { level: 1, name: /bo\.lind/ }, slow);
    expect(screen.queryByRole('button', { name: 'Send reset e-mail' })).toBeNull();
  });
});
