import type { ReportName } from '@portal/proto/http/reports';
import { isStaff } from '@portal/proto/roles';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { sideNavToggled } from '../../shared/state/layout.slice.js';
import { useSharedDispatch, useUser } from '../../shared/state/selectors.js';
import { usePopover } from '../../shared/use-popover.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';
import { SideNavHead } from '../../ui/components/side-nav-head.js';
import { pathOf } from '../../shared/report-address.js';

export type MenuEntry = ReportName | 'card' | 'purchases';

interface MenuItem {
  name: MenuEntry;
  to: string;
  icon: string;
}
interface Group {
  name: string;
  items: MenuItem[];
}

const item = (report: ReportName, icon: string): MenuItem => ({ name: report, to: pathOf(report), icon });
const groups: readonly Group[] = [
  { name: 'audit', items: [item('ACCOUNT', 'briefcase'), item('USER', 'users')] },
  { name: 'statement', items: [item('STATEMENT', 'document')] },
  { name: 'summary', items: [item('ACCOUNT_TYPE', 'report')] },
];
const card: MenuItem = { name: 'card', to: '/reports/cardReconciliation', icon: 'check-circle' };
const purchases: MenuItem = { name: 'purchases', to: '/purchases', icon: 'tag' };

interface ReportMenuProps {
  open: boolean;
  current: MenuEntry | undefined;
  /** Undefined while the list of reports loads; the menu is then empty, so that no entry moves under the pointer. */
  offered: readonly ReportName[] | undefined;
}

/** The side menu: the reports that the role may see and the county offers, in groups (B11-02 to B11-06). */
export function ReportMenu({ open, current, offered }: ReportMenuProps) {
  const t = useTexts();
  const { props: popover, isOpen, hide } = usePopover();
  const dispatch = useSharedDispatch();
  const role = useUser()?.role ?? 'USER';
  const payments = { name: 'payments', items: [isStaff(role) ? card : purchases] };
  const shown = groups
    .map(({ name, items }) => ({
      name,
      items: items.filter((each) => offered?.some((one) => one === each.name)),
    }))
    .filter(({ items }) => items.length > 0);
  const toggle = (): void => {
    if (isOpen()) hide();
    else dispatch(sideNavToggled('sideNavOpen'));
  };
  return (
    <nav className="sidenav" id="sidenav" aria-label={t('report-forms:menu')} {...popover}>
      <SideNavHead title={t('report-forms:menu')} open={open} onToggle={toggle} />
      {offered &&
        [...shown, payments].map((group) => <MenuGroup key={group.name} group={group} current={current} />)}
    </nav>
  );
}

function MenuGroup({ group: { name, items }, current }: { group: Group; current: MenuEntry | undefined }) {
  const t = useTexts();
  const id = `reports-${name}`;
  return (
    <>
      <h2 className="sidenav__group" id={id}>
        {t(`report-forms:group.${name}`)}
      </h2>
      <ul aria-labelledby={id}>
        {items.map(({ name: entry, to, icon }) => (
          <li key={entry}>
            <Link to={to} aria-current={entry === current ? 'page' : undefined}>
              <Icon name={icon} />
              <span className="sidenav__label">{t(`report-forms:item.${entry}`)}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
