import * as z from 'zod/mini';
import { holdsCardNumber } from '../card-number.js';

/** A text that is kept holds no number of a payment card (S29). */
export const withoutCardNumber = z.refine<string>((text) => !holdsCardNumber(text), 'forms:cardNumber');
