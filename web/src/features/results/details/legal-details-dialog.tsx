import type { LegalDetails } from '@portal/proto/http/search-results';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Dialog } from '../../../ui/components/dialog.js';
import { PagedSection } from './detail-parts.js';

interface LegalDetailsDialogProps {
  details: LegalDetails;
  onClose(): void;
}

/** The fields of a record's legal descriptions: up to three tables, three rows at a time (B7-15, B7-16). */
export function LegalDetailsDialog({ details, onClose }: LegalDetailsDialogProps) {
  const t = useTexts();
  const tables = [
    ['metesAndBounds', details.metesAndBoundsHeaders, details.metesAndBoundsRows],
    ['lotsAndBlocks', details.lotsAndBlocksHeaders, details.lotsAndBlocksRows],
    ['condo', details.condoHeaders, details.condoRows],
  ] as const;
  const empty = tables.every(([, , rows]) => rows.length === 0);
  return (
    <Dialog
      title={t('results:legal.title')}
      size="lg"
      onClose={onClose}
      foot={
        <button className="btn btn--primary" type="button" onClick={onClose}>
          {t('shell:close')}
        </button>
      }
    >
      {empty && <p>{t('results:legal.none')}</p>}
      <div className="legal-tables">
        {tables.map(([name, headers, rows]) => (
          <LegalTable key={name} title={t(`results:legal.${name}`)} headers={headers} rows={rows} />
        ))}
      </div>
    </Dialog>
  );
}

/** True for the number of a plat, lot or block, such as 10007 or 12A, which a narrow column would break. */
const isNumber = (value: string): boolean => /^\d\w{0,9}$/.test(value);

interface LegalTableProps {
  title: string;
  headers: readonly string[];
  rows: LegalDetails['condoRows'];
}

function LegalTable({ title, headers, rows }: LegalTableProps) {
  return (
    <PagedSection title={title} list={rows} heading="h2">
      {(shown) => (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
        <div className="table-scroll" tabIndex={0} role="region" aria-label={title}>
          <table className="table table--plain">
            <caption className="sr">{title}</caption>
            <thead>
              <tr>
                {headers.map((header) => (
                  <th scope="col" key={header}>
                    {header}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {shown.map(({ legalDescriptionTypeDetails }, row) => (
                <tr key={row}>
                  {legalDescriptionTypeDetails.map((value, column) => (
                    <td key={column} className={isNumber(value) ? 'unbroken' : undefined}>
                      {value}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </PagedSection>
  );
}
