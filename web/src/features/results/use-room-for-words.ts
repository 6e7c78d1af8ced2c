import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';

/** True if the last group of tools has wrapped below the first. */
const isWrapped = ({ firstElementChild: first, lastElementChild: last }: HTMLElement): boolean =>
  first !== null && last !== null && last.getBoundingClientRect().top >= first.getBoundingClientRect().bottom;

/** Hides as few texts as necessary to fit the tools on one line: first the label, then the texts of the last tools. */
const fit = (bar: HTMLElement): void => {
  const label = [...bar.querySelectorAll('.label')];
  const words = [...label, ...[...bar.querySelectorAll('.tool__text')].reverse()];
  for (const word of words) word.classList.remove('sr');
  for (const word of words) {
    if (!isWrapped(bar)) return;
    word.classList.add('sr');
  }
};

/**
 * Hides those texts of a toolbar that do not fit on one line, in any language. On a phone, the toolbar always has two
 * lines, which have no room for texts, so all texts are hidden. Screen readers read hidden texts too.
 */
export const useRoomForWords = () => {
  const bar = useRef<HTMLDivElement>(null);
  const refit = useCallback((): void => {
    if (bar.current) fit(bar.current);
  }, []);
  // fits the texts again before the browser paints, because the texts change with the selection
  useLayoutEffect(refit);
  useEffect(() => {
    if (!bar.current) return undefined;
    let next = 0;
    // waits for the next frame: a change of the texts changes the observed size, and browsers report an error if an
    // observed size changes again within the same frame
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
