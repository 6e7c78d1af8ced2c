import { useTexts } from '../../shared/i18n/use-texts.js';
import type { RecordSteps as Steps } from '../../shared/image-request.js';
import { Icon } from './icon.js';

/** The buttons for the previous and next record of the list, with the position of the current record between them. */
export function RecordSteps({ steps: { at, total, go } }: { steps: Steps }) {
  const t = useTexts();
  const step = (by: 1 | -1, possible: boolean) => (
    <button
      type="button"
      aria-disabled={!possible || undefined}
      aria-keyshortcuts={by === 1 ? 'N' : 'P'}
      onClick={() => possible && go(by)}
    >
      <Icon name={by === 1 ? 'chevron-right' : 'chevron-left'} />
      <span className="sr">{t(by === 1 ? 'workbench:next' : 'workbench:previous')}</span>
    </button>
  );
  return (
    <div className="mini-pager record-steps">
      {step(-1, at !== undefined && at > 1)}
      <span role="status">{at !== undefined && t('workbench:position', { at, total })}</span>
      {step(1, total > 0 && (at === undefined || at < total))}
    </div>
  );
}
