import { useEffect, useRef, useState, type RefObject } from 'react';

interface Shown {
  by: 'pointer' | 'focus';
  /** The full text of each cut line. */
  lines: string[];
  /** The element whose text the box over the page shows; a click on the box clicks this element. */
  of: HTMLElement;
  /** Position of the box in pixels of the window. */
  at: { left: number; top: number };
}

/** Selects the lines of cells, and other texts that may be cut. */
const cuttable = '.text, .cut';

const isCut = (element: HTMLElement): boolean => element.scrollWidth > element.clientWidth;

/** Pixels between the box and the edges of the window. */
const margin = 4;

const shownOf = (
  by: Shown['by'],
  of: HTMLElement,
  cut: readonly HTMLElement[],
  box: DOMRect,
): Shown | undefined =>
  cut.length === 0
    ? undefined
    : {
        by,
        of,
        lines: cut.map(({ textContent }) => textContent.trim()),
        at: { left: box.left, top: box.bottom },
      };

const underPointer = (target: HTMLElement): Shown | undefined => {
  const line = target.closest<HTMLElement>(cuttable);
  return line && isCut(line) ? shownOf('pointer', line, [line], line.getBoundingClientRect()) : undefined;
};

/**
 * In a focused row, all cut texts are shown below the row, because the keyboard reaches only the link or the first
 * button of the row.
 */
const inFocusedRow = (target: HTMLElement): Shown | undefined => {
  const row = target.matches(':focus-visible') && target.closest('tr');
  if (!row) return undefined;
  const cut = [...row.querySelectorAll<HTMLElement>(cuttable)].filter(isCut);
  const [first] = cut;
  return (
    first &&
    shownOf(
      'focus',
      first,
      cut,
      new DOMRect(first.getBoundingClientRect().left, row.getBoundingClientRect().bottom),
    )
  );
};

/**
 * Shows the full text of cut table cells while the pointer is over them or the focus is in their row. Esc hides the
 * full text, and the pointer may move over the full text (WCAG 1.4.13). Screen readers read the cells, which contain
 * the full text.
 */
export function FullText({ of }: { of: RefObject<HTMLElement | null> }) {
  const [shown, setShown] = useState<Shown>();
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const table = of.current;
    if (!table) return undefined;
    const stop = new AbortController();
    const listen = (name: string, listener: (event: Event) => void, from: EventTarget = table): void =>
      from.addEventListener(name, listener, { signal: stop.signal, capture: true });
    const elementOf = ({ target }: Event): HTMLElement | undefined =>
      target instanceof HTMLElement ? target : undefined;
    const hide = (): void => setShown(undefined);
    listen('focusin', (event) => setShown(inFocusedRow(elementOf(event) ?? table)));
    listen('focusout', hide);
    listen('pointerover', (event) => {
      const target = elementOf(event);
      if (!target || (event as PointerEvent).pointerType === 'touch') return;
      setShown((before) => underPointer(target) ?? (before?.by === 'focus' ? before : undefined));
    });
    listen('pointerleave', (event) => {
      const to = (event as PointerEvent).relatedTarget;
      if (event.target === table && !(to instanceof Node && box.current?.contains(to))) hide();
    });
    listen('scroll', hide, window);
    listen('keydown', (event) => (event as KeyboardEvent).key === 'Escape' && hide(), window);
    return () => stop.abort();
  }, [of]);
  useEffect(() => {
    const element = box.current;
    if (!element || !shown) return;
    const { left, top } = shown.at;
    element.style.left = `${Math.max(margin, Math.min(left, innerWidth - element.offsetWidth - margin))}px`;
    element.style.top = `${Math.min(top, innerHeight - element.offsetHeight - margin)}px`;
  }, [shown]);
  if (!shown) return null;
  return (
    <div
      className="full-text"
      aria-hidden="true"
      ref={box}
      onClick={() => {
        setShown(undefined);
        shown.of.click();
      }}
      onPointerLeave={() => setShown(undefined)}
    >
      {shown.lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
    </div>
  );
}
