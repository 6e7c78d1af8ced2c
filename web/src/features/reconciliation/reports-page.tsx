import { isStaff } from '@portal/proto/roles';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { Link } from '../../ui/components/link.js';

interface Report {
  to: string;
  name: 'card' | 'purchases' | 'spending';
}

const staffReports: readonly Report[] = [{ to: '/reports/cardReconciliation', name: 'card' }];
const accountReports: readonly Report[] = [
  { to: '/purchases', name: 'purchases' },
  { to: '/purchases#spending', name: 'spending' },
];

/** The reports that a role may read (A5-18). */
export function ReportsPage() {
  const t = useTexts();
  const role = useUser()?.role;
  const reports = role !== undefined && isStaff(role) ? staffReports : accountReports;
  return (
    <div className="content content--form stack">
      <div className="page-head">
        <div className="page-head__text">
          <h1 tabIndex={-1}>{t('reconciliation:reports.title')}</h1>
          <p>{t('reconciliation:reports.lead')}</p>
        </div>
      </div>
      <ul className="stack">
        {reports.map(({ to, name }) => (
          <li key={name}>
            <h2>
              <Link to={to}>{t(`reconciliation:reports.${name}`)}</Link>
            </h2>
            <p className="muted">{t(`reconciliation:reports.${name}Text`)}</p>
          </li>
        ))}
      </ul>
    </div>
  );
}
