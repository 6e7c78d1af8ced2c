import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** The last part of a line of tools stands below its first one. */
const isWrapped = ({ firstElementChild: first, lastElementChild: last }: HTMLElement): boolean =>
  first !== null && last !== null && last.getBoundingClientRect().top >= first.getBoundingClientRect().bottom;

/** As many words as one line has room for: the label goes first, then what the last tools say. */
const fit = (bar: HTMLElement): void => {
  const label = [...bar.querySelectorAll('.label')];
  const words = [...label, ...[...bar.querySelectorAll('.tool__text')].reverse()];
  for (const word of words) word.classList.remove('sr');
  for (const word of words) {
    if (!isWrapped(bar)) return;
    word.classList.add('sr');
  }
};

/** Keeps a toolbar to one line: its tools show words where there is room, in any language; they are read out always. */
export const useRoomForWords = () => {
  const bar = useRef<HTMLDivElement>(null);
  const refit = useCallback((): void => {
    if (bar.current) fit(bar.current);
  }, []);
  // before it is painted: words change with what is chosen
  useLayoutEffect(refit);
  useEffect(() => {
    if (!bar.current) return undefined;
    let next = 0;
    // In the next frame: the words change the size that is watched, which the browser reports as an error otherwise.
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(next);
      next = requestAnimationFrame(refit);
    });
    watch.observe(bar.current);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(next);
    };
  }, [refit]);
  return bar;
};
