import type { SectionValue } from '@portal/proto/config/sections';
import type { NotableDates } from '@portal/proto/http/start-up';
import type { Output } from '@portal/proto/rpc/contract';
import type { getIndexTerms } from '@portal/proto/rpc/search';

type IndexTerms = Output<typeof getIndexTerms>;

/**
 * The dates that the county shows, a row for each kind of date. With separate indexes each has a column of its own;
 * a county without them shows its one index (C4-18 to C4-22). A row without any date is left out.
 */
export function notableDatesTable(
  flags: SectionValue<'notableDates'>,
  terms: IndexTerms,
): Pick<NotableDates, 'headings' | 'rows'> {
  const headings = flags.showSeparateIndexes ? ['abstract', 'torrens'] : ['abstract'];
  const dates = [
    { on: flags.abstractIndexBegin, label: 'indexBegin', values: [terms.abstractIndexBeginDate, ''] },
    {
      on: flags.abstractVerified,
      label: 'verified',
      values: [terms.abstractVerifiedDate, terms.torrensVerifiedDate],
    },
  ];
  const rows = dates
    .filter(({ on }) => on)
    .map(({ label, values }) => ({ label, values: values.slice(0, headings.length) }))
    .filter(({ values }) => values.some((value) => value !== ''));
  return { headings, rows };
}
