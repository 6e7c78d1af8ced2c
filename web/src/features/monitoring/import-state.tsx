import type { ListedImport, PageImages } from '@portal/proto/http/monitoring';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';

/** The state of an import or of its page images. PARTLY: some pages were refused. */
export type ShownState = ListedImport['state'] | PageImages['state'] | 'PARTLY';

const looks: Record<ShownState, { badge: string; icon: string }> = {
  WAITING: { badge: 'badge', icon: 'clock' },
  RUNNING: { badge: 'badge badge--info', icon: 'refresh' },
  DONE: { badge: 'badge badge--success', icon: 'check' },
  PARTLY: { badge: 'badge badge--warning', icon: 'warning' },
  REFUSED: { badge: 'badge badge--error', icon: 'error' },
  FAILED: { badge: 'badge badge--error', icon: 'error' },
  INTERRUPTED: { badge: 'badge badge--warning', icon: 'warning' },
};

export function StateBadge({ state }: { state: ShownState }) {
  const t = useTexts();
  return (
    <span className={looks[state].badge}>
      <Icon name={looks[state].icon} /> {t(`monitoring:imports.states.${state}`)}
    </span>
  );
}

interface ImportProgressProps {
  id: string;
  label: string;
  done: number;
  /** The number of rows or tasks of the step; 0 when the step counts nothing, so that no bar is shown. */
  whole: number;
}

export function ImportProgress({ id, label, done, whole }: ImportProgressProps) {
  if (whole === 0) return <p className="small">{label}</p>;
  return (
    <div className="progress">
      <div className="progress__text">
        <label htmlFor={id}>{label}</label>
      </div>
      <progress id={id} value={done} max={whole} />
    </div>
  );
}

export const countText = (count: number | null): string => count?.toLocaleString('en-US') ?? '\u2013';
