/** The page numbers shown around the active one, at most `visible` of them (B4-11, B4-12). */
export const pageWindow = (page: number, pages: number, visible: number): number[] => {
  const length = Math.min(pages, visible);
  const start = Math.max(1, Math.min(page - Math.floor(visible / 2), pages - length + 1));
  return Array.from({ length }, (_page, index) => start + index);
};

/** First and Last are shown only when some pages are not visible (B4-13). */
export const showsEnds = (pages: number, visible: number): boolean => pages > visible;

/** Steps of ten above thirty pages (B4-14). */
export const showsTens = (pages: number): boolean => pages > 30;

/** The page after a step, within the existing pages. */
export const pageAfter = (page: number, step: number, pages: number): number =>
  Math.max(1, Math.min(pages, page + step));
