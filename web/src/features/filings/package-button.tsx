import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { useExchangeQuery } from './filings.api.js';
import { usePackage } from './use-package.js';

/** The button that makes a package of one submission, where the county exchanges packages with its land system. */
export function PackageButton({ imageId, onMade }: { imageId: string; onMade(): void }) {
  const t = useTexts();
  const { data } = useExchangeQuery();
  const { download, busy, progress } = usePackage(onMade);
  if (!data?.on) return null;
  return (
    <>
      <button
        className="btn btn--quiet"
        type="button"
        aria-disabled={busy || undefined}
        onClick={() => !busy && void download({ imageId })}
      >
        <Icon name="download" /> {t('filings:exchange.one')}
      </button>
      {progress}
    </>
  );
}
