import type { DeadFactRow } from '@portal/proto/http/monitoring';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { DataTable, type Column } from '../../ui/components/data-table.js';
import { EmptyState } from '../../ui/components/empty-state.js';

interface DeadFactsTableProps extends RowActions {
  rows: readonly DeadFactRow[] | undefined;
  failed: boolean;
  onAgain(): void;
}

interface RowActions {
  onSend(group: DeadFactRow): void;
  onDiscard(group: DeadFactRow): void;
}

/** Returns the name of a group of failed facts (events), for titles and buttons. */
export const factsOf = (t: ReturnType<typeof useTexts>, { type, consumer, service }: DeadFactRow): string =>
  t('monitoring:deadFacts.of', { type, consumer, service });

export function DeadFactsTable({ rows, failed, onAgain, ...actions }: DeadFactsTableProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  const head = (name: string) => ({ name, head: t(`monitoring:deadFacts.${name}`) });
  const columns: Column<DeadFactRow>[] = [
    { ...head('fact'), cell: ({ type }) => type },
    {
      ...head('service'),
      cell: ({ service, consumer }) => (
        <span>
          {service} <span className="small muted">{consumer}</span>
        </span>
      ),
    },
    {
      ...head('since'),
      cell: ({ first }) => {
        const { date, time } = momentOf(first, timeZone);
        return `${date} ${time}`;
      },
      look: 'moment',
    },
    { ...head('count'), cell: ({ facts }) => facts, look: 'amount' },
    { ...head('failure'), cell: ({ failure }) => failure },
    {
      ...head('actions'),
      headHidden: true,
      cell: (group) => <Actions group={group} {...actions} />,
    },
  ];
  return (
    <DataTable
      narrow="labeled"
      caption={t('monitoring:deadFacts.title')}
      columns={columns}
      rows={rows}
      keyOf={({ service, consumer, type, failure }) => `${service} ${consumer} ${type} ${failure}`}
      failed={
        failed
          ? {
              title: t('monitoring:deadFacts.loadFailed'),
              again: t('monitoring:deadFacts.loadAgain'),
              onAgain,
            }
          : undefined
      }
      empty={<EmptyState icon="check" title={t('monitoring:deadFacts.none')} />}
    />
  );
}

function Actions({ group, onSend, onDiscard }: RowActions & { group: DeadFactRow }) {
  const t = useTexts();
  const about = <span className="sr"> {factsOf(t, group)}</span>;
  return (
    <div className="row-actions">
      {group.again ? (
        <span className="muted">{t('monitoring:deadFacts.waiting')}</span>
      ) : (
        <button className="btn btn--sm" type="button" onClick={() => onSend(group)}>
          {t('monitoring:deadFacts.send')}
          {about}
        </button>
      )}
      <button className="btn btn--quiet btn--sm" type="button" onClick={() => onDiscard(group)}>
        {t('monitoring:deadFacts.discard')}
        {about}
      </button>
    </div>
  );
}
