/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/no-redundant-roles -- display: grid takes the native roles away on phones and in narrow places */
import type { FindingRow } from '@portal/proto/http/reconciliation';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';

interface FindingsTableProps {
  findings: readonly FindingRow[];
  onNote(finding: FindingRow): void;
}

const heads = ['payment', 'finding', 'provider', 'ledger'] as const;

/** Open findings first, each with what to do about it. */
export function FindingsTable({ findings, onNote }: FindingsTableProps) {
  const t = useTexts();
  return (
    <table className="table table--bleed list-table" role="table">
      <caption className="sr">{t('reconciliation:findings')}</caption>
      <thead role="rowgroup">
        <tr role="row">
          {heads.map((head) => (
            <th key={head} role="columnheader" scope="col">
              {t(`reconciliation:${head}`)}
            </th>
          ))}
          <th role="columnheader" scope="col">
            <span className="sr">{t('reconciliation:actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        {findings.map((finding) => (
          <Row key={finding.id} finding={finding} onNote={onNote} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ finding, onNote }: { finding: FindingRow; onNote(finding: FindingRow): void }) {
  const t = useTexts();
  const { provider, ledger, transactionId: id } = finding;
  return (
    <tr role="row">
      <th role="rowheader" scope="row">
        <Payment finding={finding} />
      </th>
      <td role="cell">
        <Verdict finding={finding} />
      </td>
      <Side name="provider" side={provider} />
      <Side name="ledger" side={ledger} />
      <td role="cell">
        <div className="row-actions">
          <button className="btn btn--quiet btn--sm" type="button" onClick={() => onNote(finding)}>
            {t('reconciliation:note')}
            <span className="sr"> {t('reconciliation:noteOf', { id })}</span>
          </button>
        </div>
      </td>
    </tr>
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
    <td role="cell" className="fig">
      <span className="sr">{t(`reconciliation:${name}`)}: </span>
      {side ? side.amount : t('reconciliation:nothing')}
      {side && <div className="small muted">{t(`reconciliation:status.${side.status}`)}</div>}
    </td>
  );
}

function Verdict({ finding }: { finding: FindingRow }) {
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
