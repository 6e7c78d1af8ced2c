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

/** A window is open over the page; the sheet of details is none. */
const isCovered = (): boolean => document.querySelector('dialog[open]:not(.detail)') !== null;

/** What a key presses in the details. */
const press = (shortcut: string): void =>
  document.querySelector<HTMLElement>(`.detail__actions [aria-keyshortcuts="${shortcut}"]`)?.click();

/**
 * Single keys over list and details: I image, M map, N next, P previous, S select, ? help. They mean the record that
 * has the focus in the list, else the one whose details are shown.
 */
export const useRecordKeys = (keys: RecordKeys): void => {
  const latest = useRef(keys);
  /** Pressed once the details are those of the record in the focus. */
  const pending = useRef<string>(undefined);
  useEffect(() => {
    latest.current = keys;
    if (pending.current === undefined) return;
    press(pending.current);
    pending.current = undefined;
  });
  useEffect(() => {
    const open = (shortcut: string): void => {
      const { selected, onSelect, nothingSelected } = latest.current;
      const id = focusedRecord() ?? selected;
      if (id === undefined) nothingSelected();
      else if (id === selected) press(shortcut);
      else {
        pending.current = shortcut;
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
