import type { PaymentMethod } from '../roles.js';
import type { SectionValue } from './sections.js';

/**
 * The payment method of an account that somebody registers: escrow if the county accepts escrow but no cards, otherwise
 * the card; never invoice.
 */
export const newAccountPaysBy = ({ paymentMethods }: SectionValue<'payments'>): PaymentMethod =>
  !paymentMethods.includes('CREDIT_CARD') && paymentMethods.includes('ESCROW') ? 'ESCROW' : 'CREDIT_CARD';
