import { useTexts } from '../../shared/i18n/use-texts.js';

export interface ReceiptLine {
  description: string;
  /** Ready to show. */
  value: string;
  kind?: 'is-item' | 'is-total' | 'is-end';
}

/** Lines of money, the totals under their lines. */
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
        {lines.map(({ description, value, kind }) => (
          <tr key={description} className={kind}>
            <th scope="row">{description}</th>
            <td className="num">{value}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
