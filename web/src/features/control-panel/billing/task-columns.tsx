import type { ShownTask } from '@portal/proto/http/billing';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import type { Column } from '../../../ui/components/data-table.js';
import { Icon } from '../../../ui/components/icon.js';

const looks = {
  DONE: { badge: 'badge--success', icon: 'check-circle' },
  NEEDS_FUNDS: { badge: 'badge--warning', icon: 'clock' },
  NEEDS_REVIEW: { badge: 'badge--error', icon: 'error' },
  DUE: { badge: 'badge--info', icon: 'clock' },
  CHARGING: { badge: 'badge--info', icon: 'clock' },
  SKIPPED_MANUAL: { badge: '', icon: 'minus' },
} as const;

export function TaskStateBadge({ state, reason }: Pick<ShownTask, 'state' | 'reason'>) {
  const t = useTexts();
  const { badge, icon } = looks[state];
  return (
    <>
      <span className={`badge ${badge}`}>
        <Icon name={icon} /> {t(`billing:state.${state}`)}
      </span>
      {reason && <div className="small muted">{t(`billing:reason.${reason}`)}</div>}
    </>
  );
}

/** MM/YYYY. */
export const writtenMonth = (period: string): string => `${period.slice(5)}/${period.slice(0, 4)}`;

/** The columns that are the same in every list of tasks; each row is one task for one month. */
export const useTaskColumns = (): Record<'month' | 'task' | 'amount' | 'state' | 'at', Column<ShownTask>> => {
  const t = useTexts();
  const head = (name: string) => ({ name, head: t(`billing:list.${name}`) });
  return {
    month: { ...head('month'), cell: ({ period }) => writtenMonth(period), look: 'nowrap' },
    task: { ...head('task'), cell: ({ task }) => t(`billing:task.${task}`) },
    amount: { ...head('amount'), cell: ({ amount }) => amount, look: 'amount' },
    state: { ...head('state'), cell: (month) => <TaskStateBadge {...month} /> },
    at: { ...head('at'), cell: ({ at }) => at, look: 'moment' },
  };
};
