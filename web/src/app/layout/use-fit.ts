import { useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';

/** Layouts of the header, from the roomiest to the tightest (ui/styles/header.css). */
const fits = ['', 'close', 'row', 'menu'];

/** True if the tools are below the county's name or reach the header's edge, or if a part is wider than the window. */
const isCrowded = (header: HTMLElement): boolean => {
  const [brand, tools] = header.querySelectorAll<HTMLElement>('.brand, .site-header__tools');
  if (!brand || !tools) return false;
  const edge = header.clientWidth - Number.parseFloat(getComputedStyle(header).paddingInlineEnd);
  const isOutside =
    header.scrollWidth > header.clientWidth || tools.offsetLeft + tools.offsetWidth > edge + 1;
  return isOutside || tools.offsetTop > brand.offsetTop;
};

const fit = (header: HTMLElement): void => {
  for (const each of fits) {
    header.dataset.fit = each;
    if (!isCrowded(header)) return;
  }
};

/**
 * Fits the header into the window in any language and for any county's name. First the gaps shrink, then the links get
 * a line of their own, then the links and the tools move behind the menu button.
 */
export const useFit = () => {
  // renders again when the language changes, because longer or shorter texts may need another layout
  useTexts();
  const header = useRef<HTMLElement>(null);
  const refit = useCallback((): void => {
    if (header.current) fit(header.current);
  }, []);
  useLayoutEffect(refit);
  useEffect(() => {
    if (!header.current) return undefined;
    let next = 0;
    // waits for the next frame: a new layout changes the observed size, and browsers report an error if an observed
    // size changes again within the same frame
    const watch = new ResizeObserver(() => {
      cancelAnimationFrame(next);
      next = requestAnimationFrame(refit);
    });
    for (const each of [header.current, ...header.current.children]) watch.observe(each);
    return () => {
      watch.disconnect();
      cancelAnimationFrame(next);
    };
  }, [refit]);
  return header;
};
