import { ReconciliationPage } from '../features/reconciliation/reconciliation-page.js';
import { ReportFrame } from '../features/reports/report-frame.js';
import { useOfferedReports } from '../features/reports/use-offered-reports.js';
import { useTexts } from '../shared/i18n/use-texts.js';

/** The page of the card reconciliation, beside the menu of the reports. The menu has a link to this page. */
export function CardReconciliation() {
  const t = useTexts();
  const { names } = useOfferedReports();
  return (
    <ReportFrame title={t('reconciliation:title')} current="card" offered={names}>
      <ReconciliationPage />
    </ReportFrame>
  );
}
