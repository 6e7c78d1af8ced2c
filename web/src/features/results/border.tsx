import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';

/** The smallest and the largest share of the width that the list can take, in percent. */
const least = 40;
const most = 78;
/** The percentage by which an arrow key moves the border. */
const step = 2;
const storageKey = 'portal.listShare';

const within = (share: number): number => Math.min(most, Math.max(least, Math.round(share)));

const readShare = (): number | undefined => {
  try {
    const share = Number(localStorage.getItem(storageKey) ?? Number.NaN);
    return share >= least && share <= most ? share : undefined;
  } catch {
    return undefined;
  }
};

const keepShare = (share: number | undefined): void => {
  try {
    if (share === undefined) localStorage.removeItem(storageKey);
    else localStorage.setItem(storageKey, String(share));
  } catch {
    // If storage is not available, the border returns to its default on the next visit.
  }
};

const steps: Record<string, (share: number) => number> = {
  ArrowLeft: (share) => share - step,
  ArrowRight: (share) => share + step,
  Home: () => least,
  End: () => most,
};

/**
 * The border's position: the list's share of the width, in percent. If the user has not set a share, the measured share
 * is used.
 */
const useShare = () => {
  const border = useRef<HTMLDivElement>(null);
  const [set, setSet] = useState(readShare);
  const [measured, setMeasured] = useState(70);
  useEffect(() => {
    const panes = border.current?.parentElement;
    const list = panes?.firstElementChild;
    if (!panes || !list) return undefined;
    if (set === undefined) panes.style.removeProperty('--detail-share');
    else panes.style.setProperty('--detail-share', `${100 - set}%`);
    const measure = (): void => {
      const { width } = panes.getBoundingClientRect();
      if (width > 0) setMeasured(within((list.getBoundingClientRect().width / width) * 100));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(list);
    return () => watch.disconnect();
  }, [set]);
  const change = (share: number | undefined): void => {
    const next = share === undefined ? undefined : within(share);
    setSet(next);
    keepShare(next);
  };
  return { border, share: set ?? measured, change };
};

/**
 * The border between list and details. Users drag the border, or move it with arrows, Home and End; a double click
 * resets it (APG window splitter).
 */
export function Border() {
  const t = useTexts();
  const { border, share, change } = useShare();
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = steps[event.key]?.(share);
    if (next === undefined) return;
    event.preventDefault();
    change(next);
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>): void => {
    const panes = event.currentTarget.parentElement?.getBoundingClientRect();
    if (!panes || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    change(((event.clientX - panes.left) / panes.width) * 100);
  };
  return (
    <div
      className="panes__border"
      role="separator"
      aria-orientation="vertical"
      aria-label={t('workbench:border')}
      aria-valuenow={share}
      aria-valuemin={least}
      aria-valuemax={most}
      tabIndex={0}
      ref={border}
      onKeyDown={onKeyDown}
      onDoubleClick={() => change(undefined)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.focus();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={onPointerMove}
    />
  );
}
