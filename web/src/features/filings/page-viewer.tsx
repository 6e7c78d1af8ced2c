import { useState } from 'react';
import { serverUrl } from '../../shared/http/server.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { Notice } from '../../ui/components/notice.js';

/** The pages of a submitted document, one at a time. */
export function PageViewer({ imageId, pages }: { imageId: string; pages: number }) {
  const t = useTexts();
  const [page, setPage] = useState(1);
  const [failed, setFailed] = useState(0);
  const step = (name: 'previousPage' | 'nextPage', icon: string, to: number) => (
    <button
      className="btn btn--quiet btn--icon btn--sm"
      type="button"
      aria-disabled={to < 1 || to > pages || undefined}
      onClick={() => to >= 1 && to <= pages && setPage(to)}
    >
      <Icon name={icon} />
      <span className="sr">{t(`filings:${name}`)}</span>
    </button>
  );
  return (
    <section className="filing__pages" aria-label={t('filings:fact.pages')}>
      <div className="filing__bar">
        {step('previousPage', 'chevron-left', page - 1)}
        <span className="count" role="status">
          {t('filings:ofPages', { page, pages })}
        </span>
        {step('nextPage', 'chevron-right', page + 1)}
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard must reach what scrolls */}
      <div className="filing__desk" tabIndex={0} role="region" aria-label={t('filings:pageScrolls')}>
        {failed === page ? (
          <Notice tone="warning" title={t('filings:pageFailed')} />
        ) : (
          <img
            key={page}
            src={serverUrl(`efileQueue/page/${imageId}/${page}`)}
            alt={t('filings:pageImage', { page })}
            onError={() => setFailed(page)}
          />
        )}
      </div>
    </section>
  );
}
