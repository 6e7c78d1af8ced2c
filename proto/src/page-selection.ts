import { fail, ok, type Result } from './result.js';

export const pageSelectionMethods = ['ENTIRE_DOCUMENT', 'CSV_PAGES'] as const;
export type PageSelectionMethod = (typeof pageSelectionMethods)[number];

const part = /^(\d{1,9})(?:-(\d{1,9}))?$/;

/**
 * Parses the pages box, for example `1, 3, 7-9, 11`, into ascending page numbers without repetitions. It ignores
 * spaces and empty parts, and swaps the ends of a reversed range. A page outside 1 to `pageCount`, or any other text,
 * is refused with NO_SUCH_PAGE and the text entered (DECISIONS.md#spec-9).
 */
export const parsePages = (csv: string, pageCount: number): Result<number[], 'NO_SUCH_PAGE'> => {
  const pages = new Set<number>();
  for (const raw of csv.split(',')) {
    const entered = raw.replace(/\s+/g, '');
    if (entered === '') continue;
    const found = part.exec(entered);
    if (!found) return fail('NO_SUCH_PAGE', { entered: raw.trim().slice(0, 40) });
    const first = Number(found[1]);
    const last = found[2] === undefined ? first : Number(found[2]);
    for (const bound of [first, last]) {
      if (bound < 1 || bound > pageCount) return fail('NO_SUCH_PAGE', { entered: String(bound) });
    }
    for (let page = Math.min(first, last); page <= Math.max(first, last); page += 1) pages.add(page);
  }
  return ok([...pages].sort((a, b) => a - b));
};

/** The pages of a selection: all pages of the document, or those that are typed in the pages box. */
export const selectedPages = (
  method: PageSelectionMethod,
  csv: string,
  pageCount: number,
): Result<number[], 'NO_SUCH_PAGE'> =>
  method === 'ENTIRE_DOCUMENT'
    ? ok(Array.from({ length: pageCount }, (_, index) => index + 1))
    : parsePages(csv, pageCount);

/** Writes ascending page numbers as the shortest text for the box: `1, 3, 7-9`. */
export const writePages = (pages: readonly number[]): string => {
  const parts: string[] = [];
  for (let at = 0; at < pages.length;) {
    let end = at;
    while (end + 1 < pages.length && pages[end + 1] === (pages[end] ?? 0) + 1) end += 1;
    parts.push(
      end === at
        ? `${pages[at]}`
        : end === at + 1
          ? `${pages[at]}, ${pages[end]}`
          : `${pages[at]}-${pages[end]}`,
    );
    at = end + 1;
  }
  return parts.join(', ');
};
