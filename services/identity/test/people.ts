import { expect } from '@jest/globals';
import type { Mail } from '@portal/infra/mail';
import { eventually } from '@portal/infra/testing';
import type { Profile } from '@portal/proto/http/profile';
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

export const sampleProfile: Profile = {
  firstName: 'Jane',
  lastName: 'Doe',
  company: 'Doe Title',
  address: '1 Main Street',
  city: 'Duluth',
  state: 'MN',
  zip: '55802',
  email: 'jane.doe@example.test',
  phoneFormatType: 'INTERNATIONAL',
  phone: '4915112345678',
};

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

/** Decodes a key of an authenticator from base32. */
export const bytesOf = (text: string): Buffer => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
  const bits = [...text].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};

/**
 * Waits until this many transactions of the service wait for rows that another transaction has locked. Reads
 * `pg_locks`, because in an open transaction of the administrator `pg_stat_activity` would never change.
 */
export const waitersForRows = (stack: Stack, count: number): Promise<void> =>
  eventually(async () => {
    const waiting = await stack.tables.asAdmin(
      `SELECT pid FROM pg_locks WHERE locktype IN ('transactionid', 'tuple') AND NOT granted AND pid IN (
         SELECT pid FROM pg_locks
          WHERE database = (SELECT oid FROM pg_database WHERE datname = current_database()))`,
    );
    expect(waiting).toHaveLength(count);
  }, 4_000);

/** Waits until no e-mail is left to write, for tests that expect no e-mail. */
export const allWritten = (stack: Stack): Promise<void> =>
  eventually(async () => {
    const left = await stack.tables.asAdmin('SELECT id FROM identity.letter');
    expect(left).toEqual([]);
  }, 10_000);
