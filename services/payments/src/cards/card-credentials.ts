import { CountySecrets } from '@portal/infra/config';
import * as z from 'zod/mini';
import { Merchants } from './merchants.js';
import { isHexKey } from './signature-key.rules.js';

/** A county's account at the card provider. The keys are never shown. */
const fields = z.object({
  /** The merchant's name as attempts store it; it stays the same when the keys change. */
  merchant: z.string().check(z.minLength(1), z.maxLength(60)),
  loginId: z.string().check(z.minLength(1)),
  transactionKey: z.string().check(z.minLength(1)),
  /** Without this key, notifications cannot be checked and are refused. */
  signatureKey: z.optional(z.string().check(z.minLength(1))),
  /** The previous signature key, which stays valid while a new one replaces it. */
  previousSignatureKey: z.optional(z.string().check(z.minLength(1))),
  /**
   * Whether the signature key is used as text or decoded from hex to give the key of the HMAC. The provider's
   * documentation contradicts itself about this.
   */
  signatureKeyEncoding: z._default(z.enum(['text', 'hex']), 'text'),
  /** The merchant account's only currency. */
  currency: z._default(z.literal('USD'), 'USD'),
});
export type Merchant = z.infer<typeof fields>;

/** True if the signature keys are written in the encoding that `signatureKeyEncoding` names. */
const hasReadableKeys = ({ signatureKeyEncoding, signatureKey, previousSignatureKey }: Merchant): boolean =>
  signatureKeyEncoding === 'text' ||
  [signatureKey, previousSignatureKey].every((key) => key === undefined || isHexKey(key));

export const merchant = fields.check(z.refine(hasReadableKeys));

/** The operator's merchants by county; their keys can be rotated without a restart. */
export class CardCredentials extends Merchants {
  private readonly merchants: CountySecrets<Merchant>;

  /** @param report receives a message when the file cannot be used; the message never quotes the file */
  constructor(file: string | undefined, report: (problem: string) => void) {
    super();
    this.merchants = new CountySecrets({ file, what: 'card merchants', entry: merchant, report });
  }

  find(county: string): Promise<Merchant | undefined> {
    return this.merchants.find(county);
  }
}
