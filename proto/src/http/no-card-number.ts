import * as z from 'zod/mini';
import { holdsCardNumber } from '../card-number.js';

/** Refuses a stored text that contains a payment card number (S29). */
export const withoutCardNumber = z.refine<string>((text) => !holdsCardNumber(text), 'forms:cardNumber');
