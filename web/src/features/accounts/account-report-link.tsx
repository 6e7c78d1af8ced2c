import type { ReactNode } from 'react';
import type { ReportName } from '@portal/proto/http/reports';
import { linkTo, type LinkedReport } from '../../shared/report-address.js';
import { Link } from '../../ui/components/link.js';

interface AccountReportLinkProps extends LinkedReport {
  /** The reports that the county has switched on. */
  offered: readonly ReportName[];
  className?: string;
  children: ReactNode;
}

/**
 * A link to a report. Shows nothing if the county has switched the report off, or until the report's last day is known.
 */
export function AccountReportLink({ offered, className, children, ...linked }: AccountReportLinkProps) {
  if (linked.until === '' || !offered.includes(linked.report)) return null;
  return (
    <Link className={className} to={linkTo(linked)}>
      {children}
    </Link>
  );
}
