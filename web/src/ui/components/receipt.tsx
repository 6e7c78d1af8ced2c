import { useTexts } from '../../shared/i18n/use-texts.js';

export interface ReceiptLine {
  description: string;
  /** The amount as text; undefined for a line that is only a heading. */
  value?: string;
  kind?: 'is-item' | 'is-total' | 'is-end';
  /** True if the balance is too low; the amount is then underlined and colored (A11-12). */
  short?: boolean;
}

/** Lines with amounts; each total is below its lines. */
export function Receipt({ caption, lines }: { caption: string; lines: readonly ReceiptLine[] }) {
  const t = useTexts();
  return (
    <table className="receipt">
      <caption className="sr">{caption}</caption>
      <thead className="sr">
        <tr>
          <th scope="col">{t('ui:receipt.item')}</th>
          <th scope="col">{t('ui:receipt.amount')}</th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line, index) =>
          line.value === undefined ? (
            <tr key={index} className={index > 0 ? 'is-head is-line' : 'is-head'}>
              <th scope="colgroup" colSpan={2}>
                {line.description}
              </th>
            </tr>
          ) : (
            <Line key={index} {...line} />
          ),
        )}
      </tbody>
    </table>
  );
}

function Line({ description, value, kind, short = false }: ReceiptLine) {
  return (
    <tr className={[kind, short && 'is-short'].filter(Boolean).join(' ') || undefined}>
      <th scope="row">{description}</th>
      <td className="num">{short ? <u>{value}</u> : value}</td>
    </tr>
  );
}
