import { useEffect, useRef, type ReactNode } from 'react';
import { Navigate, useLocation, useParams } from 'react-router';
import type { OfferedReports, ReportName } from '@portal/proto/http/reports';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useShared, useUser } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { Icon } from '../../ui/components/icon.js';
import { PageHead } from '../../ui/components/page-head.js';
import { pathOf } from '../../shared/report-address.js';
import { reportAt } from './report-address.rules.js';
import { ReportMenu } from './report-menu.js';
import { ReportScreen } from './report-screen.js';
import { useOfferedReportsQuery } from './reports.api.js';
import './reports.css';

/** /reports and the pages below it: the side menu beside the report (B11-01). */
export function ReportsPage({ onArrived }: { onArrived(): void }) {
  const t = useTexts();
  const { '*': below = '' } = useParams();
  const open = useShared((state) => state.layout.sideNavOpen);
  const { data, isError, refetch } = useOfferedReportsQuery(useUser()?.userId ?? '');
  const offered = data?.reports.map(({ report }) => report) ?? (isError ? [] : undefined);
  const report = reportAt(below);
  const title = t(report ? `report-forms:title.${report}` : 'report-forms:menu');
  usePageTitle(title);
  return (
    <div className={open ? 'app app--nav' : 'app app--nav-closed'}>
      <ReportMenu open={open} current={report} offered={offered} />
      <main className="main" id="main" tabIndex={-1}>
        <button className="btn btn--sm sidenav-open" type="button" popoverTarget="sidenav">
          {title} <Icon name="chevron-down" />
        </button>
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
      </main>
    </div>
  );
}

interface PlaceProps {
  data: OfferedReports;
  report: ReportName | undefined;
  onArrived(): void;
}

/**
 * The report that the URL names. If the URL names no report, or a report that is not offered, redirects to the
 * statement, or to the first offered report if the statement is not offered (B11-01).
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

/** Focuses the heading when the report has loaded; on the browser's first page the focus stays at the start. */
function Arrival({ onArrived, children }: { onArrived(): void; children: ReactNode }) {
  const { key } = useLocation();
  const leavesFocus = useRef(key === 'default');
  useEffect(() => {
    if (!leavesFocus.current) onArrived();
  }, [onArrived]);
  return children;
}
