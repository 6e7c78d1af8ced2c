import { useEffect, useRef, type RefObject } from 'react';

interface ShownList {
  /** undefined while it loads */
  readonly total: number | undefined;
  /** 1 is the first. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Keeps a list usable when a change took a row out of it: a page number past the end becomes the last page, and when
 * the focused row disappears, the focus moves to the heading.
 * @param list the page of the list that is shown now
 * @param changed a text for each change, empty before the first
 * @returns for the heading of the page
 */
export function useListAfterChange(
  list: ShownList,
  changed: string,
  onPage: (page: number) => void,
): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<number>(undefined);
  const { total, page, pageSize } = list;
  useEffect(() => {
    if (total === undefined || total === before.current) return;
    before.current = total;
    if (changed === '') return;
    const last = Math.max(1, Math.ceil(total / pageSize));
    if (page > last) onPage(last);
    if (document.activeElement === document.body) heading.current?.focus();
  });
  return heading;
}
