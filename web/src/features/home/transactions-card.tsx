import { lazy, Suspense, useState } from 'react';
import type { Figures } from '@portal/proto/http/home';
import { loadTexts } from '../../shared/i18n/i18n.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { FiguresTable } from '../../ui/components/figures-table.js';
import { Icon } from '../../ui/components/icon.js';
import { Card } from './card.js';

const TransactionsReport = lazy(() =>
  Promise.all([import('./transactions-report.js'), loadTexts('forms')]).then(([report]) => ({
    default: report.TransactionsReport,
  })),
);

/** Purchases of today, this month and this year (A7-05), with a link to the report (A7-12). */
export function TransactionsCard({ totals }: { totals: Figures }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  // the server leaves out totals that it could not compute
  if (totals.headings.length === 0) return null;
  const action = (
    <button className="btn btn--quiet btn--sm" type="button" onClick={() => setOpen(true)}>
      <Icon name="report" /> {t('home:report.title')}
    </button>
  );
  return (
    <Card title={t('home:transactions.title')} action={action} table={totals.rows.length > 0}>
      {totals.rows.length > 0 ? (
        <TotalsTable totals={totals} />
      ) : (
        <p className="muted">{t('home:transactions.none')}</p>
      )}
      <Suspense>{open && <TransactionsReport onClose={() => setOpen(false)} />}</Suspense>
    </Card>
  );
}

function TotalsTable({ totals }: { totals: Figures }) {
  const t = useTexts();
  return (
    <FiguresTable
      look="figures"
      caption={t('home:transactions.title')}
      head={t('home:transactions.kind')}
      figures={totals}
      nameOf={(word) => t(`home:transactions.${word}`, { defaultValue: word })}
    />
  );
}
