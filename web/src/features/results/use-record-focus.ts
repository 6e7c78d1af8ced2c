import { useEffect, useRef } from 'react';
import { focusDetails, focusList, focusRecord, focusedRecord } from './focus.js';

const isPlain = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented && !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;

/**
 * Enter on a record moves the focus into its details, and Escape moves the focus back. After a step to another record,
 * a focus in the details stays in the details, and a focus in the list or on the heading moves to that record in the
 * list.
 */
export const useRecordFocus = (selected: string | undefined): void => {
  const shown = useRef(selected);
  const entering = useRef<string>(undefined);
  const following = useRef(false);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const { target, key } = event;
      if (!(target instanceof HTMLElement) || !isPlain(event)) return;
      if (key === 'Enter' && target.matches('.results a.doc')) {
        entering.current = focusedRecord();
        if (entering.current === shown.current) focusDetails();
      } else if (key === 'Escape' && target.closest('.detail') && !target.closest('dialog')) {
        if (!focusRecord(shown.current)) focusList();
      }
    };
    document.addEventListener('keydown', onKey, { capture: false });
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  useEffect(() => {
    if (shown.current !== selected) {
      const { activeElement: active } = document;
      const entered = entering.current !== undefined && entering.current === selected;
      entering.current = undefined;
      shown.current = selected;
      if (entered) focusDetails();
      else following.current = active?.closest('.results tbody tr, #main h1') != null;
      // the element that had the focus disappeared with the previous details
      if (selected && active === document.body) focusDetails();
    }
    if (following.current && focusRecord(selected)) following.current = false;
  });
};
