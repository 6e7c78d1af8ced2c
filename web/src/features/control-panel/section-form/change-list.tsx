import { useTexts } from '../../../shared/i18n/use-texts.js';
import type { Change } from './changes.rules.js';

/** The old and the new value of each changed field, under the label that the field has on its page. */
export function ChangeList({ changes, reason }: { changes: readonly Change[]; reason?: string }) {
  const t = useTexts();
  return (
    <dl className="criteria changes">
      {changes.map(({ path, label, from, to }) => (
        <div key={path}>
          <dt>{label}</dt>
          <dd>
            <span className="sr">{t('panel:history.from')} </span>
            {from} <span aria-hidden="true">&rarr;</span>
            <span className="sr"> {t('panel:history.to')} </span> <span className="strong">{to}</span>
          </dd>
        </div>
      ))}
      {reason && (
        <div>
          <dt>{t('panel:why')}</dt>
          <dd>{reason}</dd>
        </div>
      )}
    </dl>
  );
}
