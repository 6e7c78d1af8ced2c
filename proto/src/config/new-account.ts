import type { PaymentMethod } from '../roles.js';
import type { SectionValue } from './sections.js';

/**
 * The payment method of an account that somebody registers: the card where the county takes cards, otherwise escrow,
 * never invoice.
 */
export const newAccountPaysBy = ({ paymentMethods }: SectionValue<'payments'>): PaymentMethod =>
  !paymentMethods.includes('CREDIT_CARD') && paymentMethods.includes('ESCROW') ? 'ESCROW' : 'CREDIT_CARD';
