import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { EmptyState } from '../../ui/components/empty-state.js';
import { zoomedIn, zoomedOut, type ViewTools } from './viewer-tools.js';

interface PageImageProps {
  source: string;
  name: string;
  onTools(tools: ViewTools): void;
}

/** A page as one picture. An enlarged picture scrolls in its frame. */
export function PageImage({ source, name, onTools }: PageImageProps) {
  const t = useTexts();
  const [percent, setPercent] = useState(100);
  const [turns, setTurns] = useState(0);
  const [failed, setFailed] = useState(false);
  const image = useRef<HTMLImageElement>(null);
  useEffect(() => {
    onTools({
      percent,
      zoomIn: () => setPercent(zoomedIn),
      zoomOut: () => setPercent(zoomedOut),
      fit: () => setPercent(100),
      rotate: () => setTurns((quarters) => (quarters + 1) % 4),
    });
  }, [percent, onTools]);
  useEffect(() => {
    image.current?.style.setProperty('--zoom-width', `${percent}%`);
    image.current?.style.setProperty('rotate', `${turns * 90}deg`);
  }, [percent, turns, failed]);
  if (failed) return <EmptyState icon="error" failed title={t('preview:pageFailed')} />;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must take the focus
    <div className="viewer__desk" tabIndex={0} role="region" aria-label={t('preview:viewer.desk')}>
      <img
        ref={image}
        className={percent === 100 ? undefined : 'is-sized'}
        src={source}
        alt={name}
        draggable={false}
        onError={() => setFailed(true)}
        onContextMenu={(event) => event.preventDefault()}
      />
    </div>
  );
}
