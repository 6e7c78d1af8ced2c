import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { OfferedReports, ReportName } from '@portal/proto/http/reports';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { PageHead } from '../../ui/components/page-head.js';
import { pathOf } from '../../shared/report-address.js';
import { reportAt } from './report-address.rules.js';
import { ReportFrame } from './report-frame.js';
import { ReportScreen } from './report-screen.js';
import { useOfferedReports } from './use-offered-reports.js';

/** /reports and the pages below it: the side menu beside the report (B11-01). */
export function ReportsPage({ onArrived }: { onArrived(): void }) {
  const t = useTexts();
  const { '*': below = '' } = useParams();
  const { data, names, isError, refetch } = useOfferedReports();
  const report = reportAt(below);
  const title = t(report ? `report-forms:title.${report}` : 'report-forms:menu');
  return (
    <ReportFrame title={title} current={report} offered={names}>
      {!data && (
        <Bare>
          {isError && (
            <EmptyState icon="error" failed title={t('report-forms:failed')}>
              <button className="btn" type="button" onClick={() => void refetch()}>
                {t('report-forms:again')}
              </button>
            </EmptyState>
          )}
        </Bare>
      )}
      {data && <Place {...{ data, report, onArrived }} />}
    </ReportFrame>
  );
}

interface PlaceProps {
  data: OfferedReports;
  report: ReportName | undefined;
  onArrived(): void;
}

/**
 * The report that the URL names. If the URL does not name an offered report, redirects to the statement. If the
 * statement is not offered either, redirects to the first offered report (B11-01).
 */
function Place({ data: { reports }, report, onArrived }: PlaceProps) {
  const t = useTexts();
  const first = reports.find((each) => each.report === 'STATEMENT') ?? reports[0];
  const shown = reports.find((each) => each.report === report);
  if (shown)
    return (
      <Arrival onArrived={onArrived} key={shown.report}>
        <ReportScreen {...shown} />
      </Arrival>
    );
  if (first) return <Navigate replace to={pathOf(first.report)} />;
  return (
    <Bare>
      <p>{t('report-forms:off')}</p>
    </Bare>
  );
}

/** The page while no report is shown. */
function Bare({ children }: { children: ReactNode }) {
  const t = useTexts();
  return (
    <div className="content content--form stack">
      <PageHead title={t('report-forms:menu')} />
      {children}
    </div>
  );
}

/**
 * Focuses the heading of a report that the user has navigated to. On the first page that the browser opens, the heading
 * does not take the focus.
 */
function Arrival({ onArrived, children }: { onArrived(): void; children: ReactNode }) {
  const { key } = useLocation();
  const leavesFocus = useRef(key === 'default');
  useEffect(() => {
    if (!leavesFocus.current) onArrived();
  }, [onArrived]);
  return children;
}
