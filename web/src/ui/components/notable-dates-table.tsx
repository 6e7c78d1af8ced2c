/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-redundant-roles -- display: grid takes the native roles away on phones and in narrow places */
import type { NotableDates } from '@portal/proto/http/start-up';
import { useTexts } from '../../shared/i18n/use-texts.js';

/** The county's notable dates, a row for each kind of date, a column for each kind of record. */
export function NotableDatesTable({ dates }: { dates: Pick<NotableDates, 'headings' | 'rows'> }) {
  const t = useTexts();
  /** The server names the kinds by a word; an unknown one is shown as it is. */
  const nameOf = (kind: string): string => t(`ui:notableDates.${kind}`, { defaultValue: kind });
  return (
    <div className="fold">
      {/* The roles repeat the native ones: display: grid drops them in narrow places. */}
      <table className="table table--plain table--dates" role="table">
        <caption className="sr">{t('ui:notableDates.caption')}</caption>
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              <span className="sr">{t('ui:notableDates.date')}</span>
            </th>
            {dates.headings.map((heading) => (
              <th role="columnheader" scope="col" className="num" key={heading}>
                {nameOf(heading)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {dates.rows.map(({ label, values }) => (
            <tr role="row" key={label}>
              <th role="rowheader" scope="row">
                {nameOf(label)}
              </th>
              {values.map((value, index) => (
                <td role="cell" className="num" key={index}>
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
