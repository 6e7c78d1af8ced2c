import { documentTypeOf, type DocumentKey } from '@portal/proto/document-key';
import { thumbnailsPerView, type PagesSelected } from '@portal/proto/http/imaging';
import type { CurrentUser } from '@portal/proto/http/session';
import type { DialogSize } from '../../ui/components/dialog.js';

export type Move = 'first' | 'previous5' | 'previous1' | 'next1' | 'next5' | 'last';

/** The first page of the last view, which shows the final five pages (A9-27). */
const lastStart = (pageCount: number): number => Math.max(1, pageCount - thumbnailsPerView + 1);

/** The pages in a view; fewer than five if the document ends earlier. */
export const pagesInView = (first: number, pageCount: number): number[] =>
  Array.from(
    { length: Math.max(0, Math.min(thumbnailsPerView, pageCount - first + 1)) },
    (_page, index) => first + index,
  );

/** The first page that has not been loaded. */
export const missingPage = (
  pages: readonly number[],
  known: ReadonlyMap<number, unknown>,
): number | undefined => pages.find((page) => !known.has(page));

const steps: Record<Move, (first: number, pageCount: number) => number> = {
  first: () => 1,
  previous5: (first) => first - 5,
  previous1: (first) => first - 1,
  next1: (first) => first + 1,
  next5: (first) => first + 5,
  last: (_first, pageCount) => lastStart(pageCount),
};

/** The message for a move that leads nowhere (A9-31 to A9-33). */
const refusals: Record<Move, 'atFirstPage' | 'atLastPage' | 'atLastPages'> = {
  first: 'atFirstPage',
  previous5: 'atFirstPage',
  previous1: 'atFirstPage',
  next1: 'atLastPage',
  next5: 'atLastPages',
  last: 'atLastPages',
};

/** The first page of a view that shows a given page. */
export const startShowing = (page: number, pageCount: number): number =>
  Math.max(1, Math.min(page, lastStart(pageCount)));

/** The result of a move, or the alert when the move is impossible (A9-26 to A9-28). */
export const moveView = (
  move: Move,
  first: number,
  pageCount: number,
): { first: number } | { refusal: 'atFirstPage' | 'atLastPage' | 'atLastPages' } => {
  const next = startShowing(steps[move](first, pageCount), pageCount);
  return next === first ? { refusal: refusals[move] } : { first: next };
};

/**
 * The page number typed in the jump box; undefined for anything but a whole number from 1 to the page count (A9-30).
 */
export const pageToJumpTo = (entered: string, pageCount: number): number | undefined => {
  const page = /^\d+$/.test(entered.trim()) ? Number(entered) : Number.NaN;
  return page >= 1 && page <= pageCount ? page : undefined;
};

/** The navigation bar is shown only when not all pages are visible (A9-10). */
export const showsNavigation = (pageCount: number): boolean => pageCount > thumbnailsPerView;

/**
 * The size of the window: extra large for a document of more than 3 pages (A9-15), large for 3 thumbnails (A9-16),
 * otherwise small.
 */
export const dialogSize = (pageCount: number, thumbnails: number): DialogSize =>
  pageCount > 3 ? 'xl' : thumbnails >= 3 ? 'lg' : 'sm';

/** The document type of Torrens certificates. Users need a separate right to buy pages of certificates. */
const certificateType = 'C';

/** True for users who may buy pages of this document; other users only look at them. */
export const mayBuy = (
  user: Pick<CurrentUser, 'imageRetrieval' | 'certificateRetrieval'>,
  documentKey: DocumentKey,
): boolean =>
  documentTypeOf(documentKey) === certificateType ? user.certificateRetrieval : user.imageRetrieval;

export const countSelected = ({ selectedAsBoolean }: PagesSelected): number =>
  selectedAsBoolean.filter(Boolean).length;

/** The selection after a checkbox is toggled. It is shown at once, before the server confirms the change. */
export const withPageToggled = (selection: PagesSelected, page: number): PagesSelected => ({
  ...selection,
  pageSelectionMethod: 'CSV_PAGES',
  selectedAsBoolean: selection.selectedAsBoolean.map((on, index) => (index === page - 1 ? !on : on)),
});

/** The factor of the hover zoom: 3 for one or two thumbnails, 3.5 for more (A9-04). */
export const zoomOf = (thumbnails: number): number => (thumbnails < 3 ? 3 : 3.5);
