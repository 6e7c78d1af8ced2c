import { Fragment, useState } from 'react';
import {
  isLs1Active,
  isLs1Cancelable,
  isLs1Loss,
  lostLs1Values,
  ls1Reasons,
  ls1RefusalsPageSize,
  type Ls1List,
  type Ls1Migration,
  type Ls1Reason,
  type Ls1Refusal,
} from '@portal/proto/http/ls1';
import { alertFailure } from '../../../shared/alert-failure.js';
import { showAlert } from '../../../shared/alerts.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { DataTable, type Column } from '../../../ui/components/data-table.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { Notice } from '../../../ui/components/notice.js';
import '../../../ui/styles/labeled-cards.css';
import { useMoments } from '../operations/purge-standing.js';
import { faultText } from './ls1.rules.js';
import { useCancelLs1Mutation, useLs1RefusalsQuery } from './ls1.api.js';

/** The progress and the figures of a migration. */
export function Ls1Facts({ migration, onCanceled }: { migration: Ls1Migration; onCanceled(): void }) {
  const t = useTexts();
  const moment = useMoments();
  const { kind, state, dryRun, found, read, taken, refused, removed, reasons } = migration;
  const fault = faultText(t, migration);
  const lost = lostLs1Values(migration);
  const failed = state === 'FAILED' && kind === 'AUDIT_LOG' ? 'FAILED_AUDIT' : state;
  const stateText = t(`operations:ls1.state.${failed}`);
  return (
    <section className="stack" aria-labelledby="ls1-facts">
      <h2 id="ls1-facts">{t(dryRun ? 'operations:ls1.checkStanding' : 'operations:ls1.standing')}</h2>
      {fault !== undefined && <Notice tone={isLs1Active(state) ? 'warning' : 'error'} title={fault} />}
      {isLs1Active(state) ? (
        <div className="progress">
          <span className="progress__text" role="status">
            {stateText}
          </span>
          <progress value={read} max={Math.max(found, read, 1)} aria-label={t('operations:ls1.progress')} />
          <span className="num small muted">
            {read} / {found}
          </span>
        </div>
      ) : (
        <p role="status">{stateText}</p>
      )}
      <dl className="facts">
        <dt>{t('operations:ls1.startedAt')}</dt>
        <dd>{moment(migration.startedAt)}</dd>
        {migration.finishedAt !== '' && (
          <>
            <dt>{t('operations:ls1.finishedAt')}</dt>
            <dd>{moment(migration.finishedAt)}</dd>
          </>
        )}
        <dt>{t('operations:ls1.found')}</dt>
        <dd className="num">{found}</dd>
        <dt>{t(dryRun ? 'operations:ls1.toTake' : 'operations:ls1.taken')}</dt>
        <dd className="num">{taken}</dd>
        <dt>{t('operations:ls1.removed')}</dt>
        <dd className="num">{removed}</dd>
        <dt>{t('operations:ls1.refused')}</dt>
        <dd className="num">{refused}</dd>
        <Counts reasons={reasons} of={(reason) => !isLs1Loss(reason)} />
        {lost > 0 && (
          <>
            <dt>{t(dryRun ? 'operations:ls1.toLose' : 'operations:ls1.lost')}</dt>
            <dd className="num">{lost}</dd>
            <Counts reasons={reasons} of={isLs1Loss} />
          </>
        )}
      </dl>
      {isLs1Cancelable(state) && <Cancel id={migration.id} onCanceled={onCanceled} />}
    </section>
  );
}

/** Shows the reasons that `of` selects, and how often each of them occurred. */
function Counts({
  reasons,
  of,
}: {
  reasons: Ls1Migration['reasons'];
  of(this: void, reason: Ls1Reason): boolean;
}) {
  const t = useTexts();
  return ls1Reasons
    .filter((reason) => of(reason) && (reasons[reason] ?? 0) > 0)
    .map((reason) => (
      <Fragment key={reason}>
        <dt>{t(`operations:ls1.reason.${reason}`)}</dt>
        <dd className="num">{reasons[reason]}</dd>
      </Fragment>
    ));
}

function Cancel({ id, onCanceled }: { id: string; onCanceled(): void }) {
  const t = useTexts();
  const [cancel, { isLoading }] = useCancelLs1Mutation();
  const onClick = async (): Promise<void> => {
    if (isLoading) return;
    const answer = await cancel(id);
    onCanceled();
    if (answer.error === undefined) return showAlert(answer.data, 'OK');
    await alertFailure(t, answer.error);
  };
  return (
    <div>
      <button className="btn" type="button" aria-busy={isLoading || undefined} onClick={() => void onClick()}>
        {t('operations:ls1.cancel')}
      </button>
    </div>
  );
}

/**
 * The rows of the old system that a migration left out, or the values that it left out of imported rows, page by page.
 */
export function Ls1Refusals({ migration, list }: { migration: Ls1Migration; list: Ls1List }) {
  const t = useTexts();
  const [offset, setOffset] = useState(0);
  const count = list === 'ROWS' ? migration.refused : lostLs1Values(migration);
  const { currentData, data, isError, refetch } = useLs1RefusalsQuery(
    { migration: migration.id, list, offset, known: count },
    { refetchOnMountOrArgChange: true },
  );
  const title = t(`operations:ls1.refusals.title.${list}`);
  const page = currentData ?? data;
  const head = (name: string) => ({ name, head: t(`operations:ls1.refusals.column.${name}`) });
  const columns: Column<Ls1Refusal>[] = [
    { ...head('what'), cell: ({ what }) => t(`operations:ls1.refusals.what.${what}`) },
    { ...head('number'), cell: ({ number }) => number },
    { ...head('name'), cell: ({ name }) => name },
    { ...head('reason'), cell: ({ reason }) => t(`operations:ls1.reason.${reason}`) },
  ];
  return (
    <section className="stack" aria-labelledby={`ls1-${list}`}>
      <h2 id={`ls1-${list}`}>{title}</h2>
      {currentData && currentData.total < count && (
        <p className="hint">
          {t(`operations:ls1.refusals.part.${list}`, { listed: currentData.total, count })}
        </p>
      )}
      <DataTable
        caption={title}
        narrow="labeled"
        columns={columns}
        rows={page?.refusals}
        keyOf={({ place }) => String(place)}
        empty={<EmptyState icon="users" title={t('operations:ls1.refusals.empty')} />}
        failed={
          isError
            ? {
                title: t('operations:ls1.failed'),
                again: t('operations:ls1.again'),
                onAgain: () => void refetch(),
              }
            : undefined
        }
        {...(page &&
          page.total > 0 && {
            pages: {
              label: t(`operations:ls1.refusals.pages.${list}`),
              ...{ size: ls1RefusalsPageSize, total: page.total },
              page: offset / ls1RefusalsPageSize + 1,
              onPage: (next: number) => setOffset((next - 1) * ls1RefusalsPageSize),
            },
          })}
      />
    </section>
  );
}
