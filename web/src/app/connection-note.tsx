import { useSyncExternalStore } from 'react';
import { useTexts } from '../shared/i18n/use-texts.js';
import { Icon } from '../ui/components/icon.js';

const subscribe = (changed: () => void): (() => void) => {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
};
const isOnline = (): boolean => navigator.onLine;

/** A lost connection is said for as long as it lasts; pages and forms stay as they are. */
export function ConnectionNote() {
  const t = useTexts();
  const online = useSyncExternalStore(subscribe, isOnline);
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
