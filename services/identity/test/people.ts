import { expect } from '@jest/globals';
import type { Mail } from '@portal/infra/mail';
import { eventually } from '@portal/infra/testing';
import type { SignUpRequest } from '@portal/proto/http/registration';
import type { Stack } from './stack.js';

export const newcomer = (over: Partial<SignUpRequest> = {}): SignUpRequest => ({
  username: 'carol.stone',
  firstName: 'Carol',
  lastName: 'Stone',
  company: '',
  address: '12 Shore Road',
  city: 'Two Harbors',
  state: 'MN',
  zip: '55616',
  email: 'carol@example.test',
  phoneFormatType: 'STANDARD',
  phone: '(218) 555-0101',
  password: 'Tidy-Barn!1',
  language: 'ENGLISH',
  ...over,
});

/** Waits for this many e-mails to an address. */
export const mailsTo = async (stack: Stack, address: string, count = 1): Promise<Mail[]> => {
  await eventually(async () => expect(stack.mail.to(address)).toHaveLength(count), 10_000);
  return stack.mail.to(address);
};

/** Returns the ticket in the link of an e-mail. */
export const ticketIn = (
  mail: Mail | undefined,
  page: 'CompleteRegistration' | 'passwordReset' | 'confirmEmail',
): string => {
  const found = new RegExp(`https://lake\\.test/LandShark/${page}/([A-Za-z0-9_-]{43})`).exec(
    mail?.text ?? '',
  );
  if (!found?.[1]) throw new Error(`no link to ${page} in: ${mail?.text ?? 'no mail'}`);
  return found[1];
};

/** Waits until all e-mails are written, for tests that expect none. */
export const allWritten = (stack: Stack): Promise<void> =>
  eventually(async () => {
    const left = await stack.tables.asAdmin('SELECT id FROM identity.letter');
    expect(left).toEqual([]);
  }, 10_000);
