/** The page numbers shown around the active one, at most `visible` of them (B4-11, B4-12). */
export const pageWindow = (page: number, pages: number, visible: number): number[] => {
  const length = Math.min(pages, visible);
  const start = Math.max(1, Math.min(page - Math.floor(visible / 2), pages - length + 1));
  return Array.from({ length }, (_page, index) => start + index);
};

/** True if First and Last are shown, because not all pages are visible (B4-13). */
export const showsEnds = (pages: number, visible: number): boolean => pages > visible;

/** True if the buttons that move by ten pages are shown, because there are more than thirty pages (B4-14). */
export const showsTens = (pages: number): boolean => pages > 30;

/** The page that a step leads to, within the existing pages. */
export const pageAfter = (page: number, step: number, pages: number): number =>
  Math.max(1, Math.min(pages, page + step));
