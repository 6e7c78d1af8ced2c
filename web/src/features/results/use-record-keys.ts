import { useEffect, useRef } from 'react';
import { singleKeyOf } from '../../shared/single-keys.js';
import { checkRecord, focusedRecord } from './focus.js';

interface RecordKeys {
  selected: string | undefined;
  onSelect(id: string): void;
  onStep(by: 1 | -1): void;
  onHelp(): void;
  nothingSelected(): void;
}

/** True if a window covers the page; the sheet of details does not count. */
const isCovered = (): boolean => document.querySelector('dialog[open]:not(.detail)') !== null;

/** Presses the button with this shortcut in the details. */
const press = (shortcut: string): void =>
  document.querySelector<HTMLElement>(`.detail__actions [aria-keyshortcuts="${shortcut}"]`)?.click();

/**
 * The single-key shortcuts of list and details: I image, M map, N next, P previous, S select, ? help. They act on the
 * focused record of the list; without a focused record, on the record whose details are shown.
 */
export const useRecordKeys = (keys: RecordKeys): void => {
  const latest = useRef(keys);
  /** The shortcut to press as soon as the details of the focused record replace the details of `before`. */
  const pending = useRef<{ shortcut: string; before: string | undefined }>(undefined);
  useEffect(() => {
    latest.current = keys;
    // waits while the details of the previous record are still shown, because this effect runs at every render, for
    // example when rows arrive
    if (!pending.current || pending.current.before === keys.selected) return;
    press(pending.current.shortcut);
    pending.current = undefined;
  });
  useEffect(() => {
    const open = (shortcut: string): void => {
      const { selected, onSelect, nothingSelected } = latest.current;
      const id = focusedRecord() ?? selected;
      if (id === undefined) nothingSelected();
      else if (id === selected) press(shortcut);
      else {
        pending.current = { shortcut, before: selected };
        onSelect(id);
      }
    };
    const works: Record<string, () => void> = {
      i: () => open('I'),
      m: () => open('M'),
      n: () => latest.current.onStep(1),
      p: () => latest.current.onStep(-1),
      s: () => checkRecord(focusedRecord() ?? latest.current.selected),
      '?': () => latest.current.onHelp(),
    };
    const onKey = (event: KeyboardEvent): void => {
      const work = works[singleKeyOf(event) ?? ''];
      if (!work || isCovered()) return;
      event.preventDefault();
      work();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};
