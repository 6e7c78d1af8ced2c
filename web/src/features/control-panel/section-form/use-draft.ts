import { useCallback, useMemo, useRef, useState } from 'react';
import type { SectionFaults } from '@portal/proto/config/section-faults';
import { isSame } from './changes.rules.js';
import type { AnyPage } from './described-fields.js';
import { draftOf, type Draft } from './draft.rules.js';
import { withValueAt, type Values } from './values.rules.js';

/** The state of a page: the section that it was opened with, the typed values, and their faults. */
export interface DraftInHand {
  readonly draft: Draft;
  readonly faults: SectionFaults;
  /** How often faults were shown. The summary of faults takes the focus each time. */
  readonly shownFaults: number;
  readonly isDirty: boolean;
  set(path: string, value: unknown): void;
  replace(draft: Draft): void;
  showFaults(faults: SectionFaults): void;
  /** Removes the fault of a value that is not part of the section: the reason or the date. */
  clearFault(path: string): void;
  /** Counts edits of the draft, so that a save notices edits made while it ran. */
  edits(): number;
}

/** @param onEdit called when any value has changed (C0-25) */
export function useDraft(page: AnyPage, opened: Values, onEdit: () => void): DraftInHand {
  const [draft, setDraft] = useState(() => draftOf(page, opened));
  const [{ faults, shownFaults }, setFaults] = useState<{ faults: SectionFaults; shownFaults: number }>({
    faults: {},
    shownFaults: 0,
  });
  const edits = useRef(0);
  const asOpened = useMemo(() => draftOf(page, opened), [page, opened]);
  const set = useCallback(
    (path: string, value: unknown): void => {
      edits.current += 1;
      setDraft((before) => withValueAt(before, path, value));
      setFaults((before) =>
        Object.keys(before.faults).length === 0
          ? before
          : { ...before, faults: withoutFault(before.faults, path) },
      );
      onEdit();
    },
    [onEdit],
  );
  const showFaults = useCallback(
    (next: SectionFaults): void =>
      setFaults((before) => ({ faults: next, shownFaults: before.shownFaults + 1 })),
    [],
  );
  const clearFault = (path: string): void =>
    setFaults((before) => ({ ...before, faults: withoutFault(before.faults, path) }));
  return {
    ...{ draft, faults, shownFaults, set, showFaults, clearFault },
    isDirty: !isSame(draft, asOpened),
    replace: setDraft,
    edits: () => edits.current,
  };
}

/** Removes the fault of a value that is being edited; for a row, all faults of the row. */
const withoutFault = (faults: SectionFaults, path: string): SectionFaults => {
  const place = /^.+\.\d+(?=\.)/.exec(path)?.[0] ?? path;
  return Object.fromEntries(
    Object.entries(faults).filter(([at]) => at !== place && !at.startsWith(`${place}.`)),
  );
};
