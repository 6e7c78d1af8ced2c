import type { PaymentMethod } from '../roles.js';
import type { SectionValue } from './sections.js';

/** How an account that somebody registers pays: by card where the county takes cards, else from escrow, never by invoice. */
export const newAccountPaysBy = ({ paymentMethods }: SectionValue<'payments'>): PaymentMethod =>
  !paymentMethods.includes('CREDIT_CARD') && paymentMethods.includes('ESCROW') ? 'ESCROW' : 'CREDIT_CARD';
