import * as z from 'zod/mini';
import { flag } from './fields.js';

/**
 * Selects which dates of the index the home page shows (C4-18 to C4-23). Abstract and Torrens have additional dates for
 * legal descriptions; liens do not.
 */
export const notableDatesSection = z.object({
  showNotableDates: flag(),
  showSeparateIndexes: flag(),
  useVerificationDate: flag(),
  abstractVerified: flag(),
  abstractLegalVerified: flag(),
  abstractPosted: flag(),
  abstractLegalPosted: flag(),
  abstractIndexBegin: flag(),
  abstractImageBegin: flag(),
  abstractImageThru: flag(),
  torrensVerified: flag(),
  torrensLegalVerified: flag(),
  torrensPosted: flag(),
  torrensLegalPosted: flag(),
  torrensIndexBegin: flag(),
  torrensImageBegin: flag(),
  torrensImageThru: flag(),
  torrensCertificateThru: flag(),
  lienVerified: flag(),
  lienPosted: flag(),
  lienIndexBegin: flag(),
  lienImageBegin: flag(),
  lienImageThru: flag(),
});
