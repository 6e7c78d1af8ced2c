import type { ReactNode } from 'react';
import type { ReportName } from '@portal/proto/http/reports';
import { useShared } from '../../shared/state/selectors.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { Icon } from '../../ui/components/icon.js';
import { ReportMenu, type MenuEntry } from './report-menu.js';
import './reports.css';

interface ReportFrameProps {
  title: string;
  /** The entry of the menu that is marked as current. */
  current: MenuEntry | undefined;
  /** Undefined while it loads. */
  offered: readonly ReportName[] | undefined;
  children: ReactNode;
}

/** The side menu beside a report (B11-01), or beside another page that the menu leads to. */
export function ReportFrame({ title, current, offered, children }: ReportFrameProps) {
  const open = useShared((state) => state.layout.sideNavOpen);
  usePageTitle(title);
  return (
    <div className={open ? 'app app--nav' : 'app app--nav-closed'}>
      <ReportMenu open={open} current={current} offered={offered} />
      <main className="main" id="main" tabIndex={-1}>
        <button className="btn btn--sm sidenav-open" type="button" popoverTarget="sidenav">
          {title} <Icon name="chevron-down" />
        </button>
        {children}
      </main>
    </div>
  );
}
