import type { TextTree } from '@portal/proto/texts';

/** Where the texts of all languages but English are: a file of its own, since most readers need none of them. */
export const translations = import.meta.glob<{ default: TextTree }>([
  '../../../proto/locales/*/*.json',
  '!../../../proto/locales/en/*.json',
  '!../../../proto/locales/*/{errors,mail,receipts,reports,server}.json',
]);
