import type { FindingRow } from '@portal/proto/http/reconciliation';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { Icon } from '../../ui/components/icon.js';
import { CardLabel } from '../../ui/components/table.js';

interface FindingsTableProps {
  findings: readonly FindingRow[];
  onNote(finding: FindingRow): void;
}

/** Lists the findings, each with advice. Open findings come first. */
export function FindingsTable({ findings, onNote }: FindingsTableProps) {
  const t = useTexts();
  const column = (name: string, cell: Column<FindingRow>['cell']): Column<FindingRow> => ({
    name,
    head: t(`reconciliation:${name}`),
    cell,
  });
  return (
    <DataTable
      caption={t('reconciliation:findings')}
      columns={[
        column('payment', (finding) => <Payment finding={finding} />),
        column('finding', (finding) => <Verdict finding={finding} />),
        {
          ...column('provider', ({ provider }) => <Side name="provider" side={provider} />),
          look: 'figures',
        },
        { ...column('ledger', ({ ledger }) => <Side name="ledger" side={ledger} />), look: 'figures' },
        {
          ...column('actions', (finding) => <NoteButton finding={finding} onNote={onNote} />),
          headHidden: true,
        },
      ]}
      rows={findings}
      keyOf={({ id }) => id}
    />
  );
}

function NoteButton({ finding, onNote }: Pick<FindingsTableProps, 'onNote'> & { finding: FindingRow }) {
  const t = useTexts();
  return (
    <div className="row-actions row-actions--below">
      <button className="btn btn--quiet btn--sm" type="button" onClick={() => onNote(finding)}>
        {t('reconciliation:note')}
        <span className="sr"> {t('reconciliation:noteOf', { id: finding.transactionId })}</span>
      </button>
    </div>
  );
}

function Payment({ finding }: { finding: FindingRow }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const { date, time } = momentOf(finding.at, timeZone);
  return (
    <>
      <span className="fig">
        {date} {time}
      </span>
      <div className="small muted">{t('reconciliation:transaction', { id: finding.transactionId })}</div>
      {finding.invoice && (
        <div className="small muted">{t('reconciliation:invoice', { invoice: finding.invoice })}</div>
      )}
      {finding.username !== '' && <div className="small muted">{finding.username}</div>}
    </>
  );
}

function Side({ name, side }: { name: 'provider' | 'ledger'; side: FindingRow['provider'] }) {
  const t = useTexts();
  return (
    <>
      <CardLabel text={t(`reconciliation:${name}`)} />
      {side ? side.amount : t('reconciliation:nothing')}
      {side && <div className="small muted">{t(`reconciliation:status.${side.status}`)}</div>}
    </>
  );
}

/** What is wrong with a payment, what to do about it, and the notes of staff. */
export function Verdict({ finding }: { finding: FindingRow }) {
  const t = useTexts();
  const { state, reason, suspense } = finding;
  const open = state === 'OPEN';
  return (
    <>
      <span className="with-badge">
        <span className={open ? 'badge badge--warning' : 'badge badge--success'}>
          <Icon name={open ? 'warning' : 'check'} /> {t(`reconciliation:state.${state}`)}
        </span>
        <span className="strong">{t(`reconciliation:class.${finding.class}`)}</span>
      </span>
      {open && <p className="small">{t(`reconciliation:advice.${reason}`)}</p>}
      {suspense !== '' && <p className="small muted">{t('reconciliation:suspense', { amount: suspense })}</p>}
      <Notes finding={finding} />
    </>
  );
}

function Notes({ finding }: { finding: FindingRow }) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const at = (iso: string): string => Object.values(momentOf(iso, timeZone)).join(' ');
  const { notes, state, resolvedAt } = finding;
  const byHand = notes.some(({ resolved }) => resolved);
  return (
    <>
      {notes.map((note) => (
        <p className="small" key={note.at}>
          {note.text}{' '}
          <span className="muted">
            {t(note.resolved ? 'reconciliation:resolvedBy' : 'reconciliation:noted', {
              username: note.username,
              at: at(note.at),
            })}
          </span>
        </p>
      ))}
      {state === 'RESOLVED' && !byHand && resolvedAt !== null && (
        <p className="small muted">{t('reconciliation:resolvedItself', { at: at(resolvedAt) })}</p>
      )}
    </>
  );
}
