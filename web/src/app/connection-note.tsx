import { useTexts } from '../shared/i18n/use-texts.js';
import { useOnline } from '../shared/use-online.js';
import { Icon } from '../ui/components/icon.js';

/** A note that is shown while the browser is offline. Pages and forms stay as they are. */
export function ConnectionNote() {
  const t = useTexts();
  const online = useOnline();
  return (
    <div role="status">
      {!online && (
        <div className="banner">
          <Icon name="warning" />
          <p>{t('shell:offline')}</p>
        </div>
      )}
    </div>
  );
}
