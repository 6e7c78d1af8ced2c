import type { ReactNode } from 'react';
import type { OfficeEntryRow } from '@portal/proto/http/cashier';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { DataTable, type Column, type DataTableProps } from '../../ui/components/data-table.js';
import { Icon } from '../../ui/components/icon.js';
import { Link } from '../../ui/components/link.js';

interface EntriesTableProps {
  /** Undefined while the entries load. */
  entries: readonly OfficeEntryRow[] | undefined;
  /** True for entries of several accounts, each with a link to its account. */
  ofAll: boolean;
  pages: NonNullable<DataTableProps<OfficeEntryRow>['pages']> | undefined;
  failed: DataTableProps<OfficeEntryRow>['failed'];
  empty: ReactNode;
  onReceipt(entry: OfficeEntryRow): void;
  onDecide(entry: OfficeEntryRow, approve: boolean): void;
}

/** Lists the entries of the office, each with the actions that are still possible. */
export function EntriesTable({ entries, ofAll, pages, failed, empty, ...does }: EntriesTableProps) {
  const t = useTexts();
  return (
    <DataTable
      caption={t('cashier:entries')}
      columns={useColumns(ofAll, does)}
      rows={entries}
      keyOf={({ id }) => id}
      failed={failed}
      empty={empty}
      {...(pages && { pages })}
    />
  );
}

type Does = Pick<EntriesTableProps, 'onReceipt' | 'onDecide'>;

const useColumns = (ofAll: boolean, does: Does): Column<OfficeEntryRow>[] => {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const column = (
    name: string,
    cell: Column<OfficeEntryRow>['cell'],
    look?: Column<OfficeEntryRow>['look'],
  ): Column<OfficeEntryRow> => ({
    ...{ name, head: t(`cashier:column.${name}`), cell },
    ...(look && { look }),
  });
  return [
    ...(ofAll ? [column('account', (entry) => <ToAccount entry={entry} />)] : []),
    column('entry', ({ kind }) => t(`cashier:kind.${kind}`), 'nowrap'),
    column('detail', (entry) => detailOf(t, entry)),
    column('when', ({ enteredAt }) => Object.values(momentOf(enteredAt, timeZone)).join(' '), 'moment'),
    column('who', (entry) => <People entry={entry} />),
    column('state', (entry) => <State entry={entry} />),
    column('amount', ({ amount }) => amount, 'amount'),
    { ...column('actions', (entry) => <Actions entry={entry} {...does} />), headHidden: true },
  ];
};

const detailOf = (t: Translate, { means, number, note }: OfficeEntryRow): string =>
  [means === null ? '' : [t(`cashier:means.${means}`), number].filter(Boolean).join(' '), note]
    .filter((part) => part !== '')
    .join(', ');

function ToAccount({ entry: { accountId, accountName } }: { entry: OfficeEntryRow }) {
  return <Link to={`/accounts/${accountId}/cashier`}>{accountName}</Link>;
}

function People({ entry: { enteredBy, decidedBy, state, decisionNote } }: { entry: OfficeEntryRow }) {
  const t = useTexts();
  const decided = state === 'REFUSED' ? 'cashier:refusedBy' : 'cashier:approvedBy';
  return (
    <>
      {enteredBy}
      {decidedBy !== '' && <div className="small muted">{t(decided, { username: decidedBy })}</div>}
      {decisionNote !== '' && <div className="small muted">{decisionNote}</div>}
    </>
  );
}

const signs = {
  WAITING: { icon: 'clock', tone: 'badge--warning' },
  POSTED: { icon: 'check-circle', tone: 'badge--success' },
  REFUSED: { icon: 'minus', tone: '' },
} as const;

function State({ entry: { state } }: { entry: OfficeEntryRow }) {
  const t = useTexts();
  return (
    <span className={`badge ${signs[state].tone}`}>
      <Icon name={signs[state].icon} /> {t(`cashier:state.${state}`)}
    </span>
  );
}

function Actions({ entry, onReceipt, onDecide }: Does & { entry: OfficeEntryRow }) {
  const t = useTexts();
  const approves = useUser()?.role === 'COUNTY' && !entry.own;
  const of = t('cashier:ofEntry', { kind: t(`cashier:kind.${entry.kind}`), amount: entry.amount });
  const button = (text: string, onClick: () => void): ReactNode => (
    <button className="btn btn--quiet btn--sm" type="button" onClick={onClick}>
      {text}
      <span className="sr"> {of}</span>
    </button>
  );
  return (
    <div className="row-actions row-actions--below">
      {entry.state === 'POSTED' && button(t('cashier:receipt'), () => onReceipt(entry))}
      {entry.state === 'WAITING' && approves && button(t('cashier:approve'), () => onDecide(entry, true))}
      {entry.state === 'WAITING' &&
        button(t(entry.own ? 'cashier:takeBack' : 'cashier:refuse'), () => onDecide(entry, false))}
    </div>
  );
}
