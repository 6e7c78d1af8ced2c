import type { TextTree } from '@portal/proto/texts';

/** Paths of the texts of all languages except English, in a separate file because most readers need none of them. */
export const translations = import.meta.glob<{ default: TextTree }>([
  '../../../proto/locales/*/*.json',
  '!../../../proto/locales/en/*.json',
  '!../../../proto/locales/*/{errors,mail,office-mail,receipts,server}.json',
]);
