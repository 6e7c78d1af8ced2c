import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from './dialog.js';
import { Icon } from './icon.js';
import { slideAfter } from './slideshow.rules.js';

export interface Slide {
  address: string;
  /** Description of the picture; empty for a picture without a description. */
  caption: string;
}

/** Several slides advance every 30 seconds; a pause lasts until the user resumes (A2-03, A2-05). */
const advanceMs = 30_000;

/** True for users who prefer reduced motion; the slides do not move until such a user starts them. */
const startsPaused = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The county's slides (A2-02). A picture that cannot be loaded is left out. */
export function Slideshow({ slides, label }: { slides: readonly Slide[]; label: string }) {
  const [missing, setMissing] = useState<readonly string[]>([]);
  const shown = slides.filter(({ address }) => !missing.includes(address));
  if (shown.length === 0) return null;
  const onMissing = (address: string): void => setMissing((known) => [...known, address]);
  return <Frames slides={shown} label={label} onMissing={onMissing} />;
}

interface FramesProps {
  slides: readonly Slide[];
  label: string;
  onMissing(address: string): void;
}

function Frames({ slides, label, onMissing }: FramesProps) {
  const t = useTexts();
  const [at, setAt] = useState(0);
  const [paused, setPaused] = useState(startsPaused);
  const [open, setOpen] = useState(false);
  const several = slides.length > 1;
  const running = several && !paused && !open;
  const move = (by: number): void => setAt((now) => slideAfter(now, by, slides.length));
  useEffect(() => {
    if (!running) return undefined;
    const timer = setTimeout(() => setAt((now) => slideAfter(now, 1, slides.length)), advanceMs);
    return () => clearTimeout(timer);
  }, [running, at, slides.length]);
  const slide = slides[at] ?? slides[0];
  if (!slide) return null;
  const number = slides.indexOf(slide) + 1;
  const caption = slide.caption || t('ui:slides.slide', { number });
  return (
    <section className="slideshow" aria-roledescription={t('ui:slides.role')} aria-label={label}>
      <button className="slideshow__frame" type="button" onClick={() => setOpen(true)}>
        <Picture address={slide.address} caption={caption} onMissing={onMissing} />
        <span className="sr">{t('ui:slides.open', { number })}</span>
      </button>
      {several && (
        <div className="slideshow__bar">
          <Steps onMove={move} />
          <span className="count" role={running ? undefined : 'status'}>
            {t('ui:slides.count', { number, total: slides.length })}
          </span>
          <button className="btn btn--quiet btn--sm" type="button" onClick={() => setPaused(!paused)}>
            <Icon name={paused ? 'play' : 'pause'} /> {t(paused ? 'ui:slides.play' : 'ui:slides.pause')}
          </button>
        </div>
      )}
      {open && (
        <Dialog
          title={caption}
          size="xl"
          closeText={t('ui:slides.close')}
          onClose={() => setOpen(false)}
          foot={several && <Steps onMove={move} />}
        >
          <Picture address={slide.address} caption={caption} onMissing={onMissing} />
        </Dialog>
      )}
    </section>
  );
}

interface PictureProps {
  address: string;
  caption: string;
  onMissing(address: string): void;
}

/**
 * React sets the `src` of a new picture twice, and each time a browser without a cache requests the file. The effect
 * sets `src` only once.
 */
function Picture({ address, caption, onMissing }: PictureProps) {
  const ref = useRef<HTMLImageElement>(null);
  useLayoutEffect(() => {
    if (ref.current) ref.current.src = address;
  }, [address]);
  return <img ref={ref} alt={caption} width="1200" height="675" onError={() => onMissing(address)} />;
}

function Steps({ onMove }: { onMove: (by: number) => void }) {
  const t = useTexts();
  return (
    <>
      {([-1, 1] as const).map((by) => (
        <button
          className="btn btn--quiet btn--icon btn--sm"
          type="button"
          key={by}
          onClick={() => onMove(by)}
        >
          <Icon name={by < 0 ? 'chevron-left' : 'chevron-right'} />
          <span className="sr">{t(by < 0 ? 'ui:slides.previous' : 'ui:slides.next')}</span>
        </button>
      ))}
    </>
  );
}
