import { useEffect, useRef, type RefObject } from 'react';

interface ShownList {
  /** Undefined while the list loads. */
  readonly total: number | undefined;
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
}

/**
 * Keeps a list usable after a change has removed a row: a page number past the end becomes the last page, and when
 * the focused row disappears, the heading gets the focus.
 * @param list the shown page of the list
 * @param changed a different text for each change, empty before the first one
 * @returns the ref for the heading of the page
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
