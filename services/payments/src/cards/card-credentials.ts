import { readFile, stat } from 'node:fs/promises';
import * as z from 'zod/mini';

/** A county's account at the card provider. The keys are never shown. */
const fields = z.object({
  /** The name under which attempts store the merchant; it stays when keys change. */
  merchant: z.string().check(z.minLength(1), z.maxLength(60)),
  loginId: z.string().check(z.minLength(1)),
  transactionKey: z.string().check(z.minLength(1)),
  /** Without it, notifications cannot be checked and are refused. */
  signatureKey: z.optional(z.string().check(z.minLength(1))),
  /** Both keys are valid during a rotation. */
  previousSignatureKey: z.optional(z.string().check(z.minLength(1))),
  /** How the signature key is converted to the bytes of the HMAC; the provider's documentation contradicts itself. */
  signatureKeyEncoding: z._default(z.enum(['text', 'hex']), 'text'),
  /** The merchant account's only currency. */
  currency: z._default(z.literal('USD'), 'USD'),
});
export type Merchant = z.infer<typeof fields>;

/** Text that is not hexadecimal would silently become other bytes or none. */
const hasReadableKeys = ({ signatureKeyEncoding, signatureKey, previousSignatureKey }: Merchant): boolean =>
  signatureKeyEncoding === 'text' ||
  [signatureKey, previousSignatureKey].every((key) => key === undefined || /^([0-9a-fA-F]{2})+$/.test(key));

const merchant = fields.check(z.refine(hasReadableKeys));

const merchants = z.record(z.string(), merchant);

/**
 * Merchants by county, from a file that is read again when it changes, so that keys can be rotated without a restart.
 * If the file does not parse, the previous merchants stay.
 */
export class CardCredentials {
  private known: Record<string, Merchant> = {};
  private mark = '';

  /** @param report receives a message when the file cannot be used, never its content */
  constructor(
    private readonly file: string | undefined,
    private readonly report: (problem: string) => void,
  ) {}

  /** undefined when the county has no merchant. */
  async find(county: string): Promise<Merchant | undefined> {
    await this.refresh();
    return Object.hasOwn(this.known, county) ? this.known[county] : undefined;
  }

  private async refresh(): Promise<void> {
    if (this.file === undefined) return;
    try {
      const { mtimeMs, size, ino } = await stat(this.file);
      const mark = `${mtimeMs} ${size} ${ino}`;
      if (mark === this.mark) return;
      this.known = z.parse(merchants, JSON.parse(await readFile(this.file, 'utf8')));
      this.mark = mark;
    } catch {
      // the error may quote the file's content
      this.report('the file of card merchants is missing or does not parse');
    }
  }
}
