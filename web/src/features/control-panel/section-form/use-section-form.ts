import { useCallback, useState } from 'react';
import { isMoneySection } from '@portal/proto/config/money-sections';
import type { SectionFaults } from '@portal/proto/config/section-faults';
import type { SectionName } from '@portal/proto/config/sections';
import { showAlert } from '../../../shared/alerts.js';
import { callErrorOf } from '../../../shared/http/api.js';
import type { CallError } from '../../../shared/http/call.js';
import { isTold, windowErrorText } from '../../../shared/http/alert-texts.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useFormStatus, type FormStatus } from '../../../shared/use-form-status.js';
import { fieldsOf, type AnyPage } from './described-fields.js';
import { compacted, draftOf, faultsOf, readDraft } from './draft.rules.js';
import { effectiveNow, timeOfDay, type Effective } from './effective-date.rules.js';
import type { SaveButton } from './page-description.js';
import {
  useLazySectionQuery,
  usePlanSectionMutation,
  useSaveSectionMutation,
  type OpenedSection,
} from './section-form.api.js';
import { useDraft, type DraftInHand } from './use-draft.js';
import type { Values } from './values.rules.js';

export type PageButton = Pick<SaveButton<SectionName>, 'byKey' | 'text' | 'with'>;

/**
 * The versions of a section that the user must choose between if somebody else has saved the section since the page was
 * opened.
 */
export interface Conflict {
  /** The section as this page last loaded it. */
  readonly opened: Values;
  readonly mine: Values;
  readonly theirs: OpenedSection;
  readonly button: PageButton;
}

export interface SectionFormInHand {
  readonly opened: OpenedSection;
  readonly inHand: DraftInHand;
  readonly status: FormStatus;
  /** The server's message about the last action, until the next edit. */
  readonly told: string;
  /** The text of the button that saved last. */
  readonly savedBy: string;
  /** True when the message in `told` says that the save was done only in part. */
  readonly isPart: boolean;
  /** True for a money section: its changes need a reason and may be planned for later (C3). */
  readonly isMoney: boolean;
  readonly reason: string;
  readonly effective: Effective;
  readonly conflict: Conflict | undefined;
  setReason(reason: string): void;
  setEffective(effective: Effective): void;
  /** Shows the faults that the browser can find before a save is sent. Returns true when there are none. */
  check(): boolean;
  save(button: PageButton): Promise<void>;
  /** Saves the section that resolves a conflict. This section replaces the other person's version. */
  saveMerged(section: Values): Promise<void>;
  dropMine(): void;
  undo(): void;
  /** Shows the message of an action outside the form, such as the withdrawal of a plan. */
  tell(message: string): void;
  /**
   * Continues with a version that was just saved, here or by 'Put back' in the history, and shows the server's message.
   */
  adopt(saved: SavedVersion, message: string): void;
}

/**
 * The form of one section.
 * @param onSaved called when the history or the plans have changed
 */
export function useSectionForm(page: AnyPage, start: OpenedSection, onSaved: () => void): SectionFormInHand {
  const base = useFormBase(start);
  const { opened, conflict, told, isPart, savedBy, tell } = base;
  const { status, run, reset } = useFormStatus();
  const edited = useCallback((): void => {
    reset();
    tell('');
  }, [reset, tell]);
  const inHand = useDraft(page, opened.value, edited);
  const note = useChangeNote(inHand.clearFault, edited);
  const isMoney = isMoneySection(page.section);
  const adopt = (saved: SavedVersion, message: string, part = false): void => {
    base.adopt(saved);
    tell(message, part);
    note.forget();
    onSaved();
  };
  const attempt = useAttempt(page, { base, inHand, note, adopt });
  const { forget, ...shownNote } = note;
  return {
    ...{ opened, inHand, status, told, isPart, savedBy, isMoney, conflict, adopt, ...shownNote },
    check: () => check(page, inHand, isMoney ? note.reason : undefined),
    save: (button) => {
      // allows a second save with another button, because that button may do more than the button of the last save
      if (button.text !== savedBy) reset();
      const { section } = readDraft(page, compacted(page, inHand.draft));
      return run(() => attempt(section, opened, button));
    },
    saveMerged: (section) =>
      conflict ? run(() => attempt(section, conflict.theirs, conflict.button)) : Promise.resolve(),
    dropMine: () => {
      if (!conflict) return;
      base.open(conflict.theirs);
      inHand.replace(draftOf(page, conflict.theirs.value));
    },
    undo: () => {
      forget();
      inHand.replace(draftOf(page, opened.value));
      inHand.showFaults({});
      edited();
    },
    tell: (message) => {
      tell(message, false);
      onSaved();
    },
  };
}

type SavedVersion = Pick<OpenedSection, 'version' | 'value'>;

/**
 * The version on which the form's draft is based, a conflict with another person's version, and what the form shows
 * about the last action.
 */
function useFormBase(start: OpenedSection) {
  const [opened, setOpened] = useState(start);
  const [conflict, setConflict] = useState<Conflict>();
  const [told, setTold] = useState('');
  const [isPart, setIsPart] = useState(false);
  const [savedBy, setSavedBy] = useState('');
  /** Continues with this version, which ends the conflict. */
  const open = useCallback((version: OpenedSection): void => {
    setOpened(version);
    setConflict(undefined);
  }, []);
  const adopt = useCallback((saved: SavedVersion): void => {
    setOpened((before) => ({ ...before, ...saved }));
    setConflict(undefined);
  }, []);
  const tell = useCallback((message: string, part?: boolean): void => {
    setTold(message);
    if (part !== undefined) setIsPart(part);
  }, []);
  return { opened, conflict, told, isPart, savedBy, open, adopt, tell, setConflict, setSavedBy };
}
type FormBase = ReturnType<typeof useFormBase>;

/**
 * Shows the faults of the draft, and returns true when there are none.
 * @param reason undefined when the section needs no reason
 */
function check(page: AnyPage, inHand: DraftInHand, reason: string | undefined): boolean {
  const draft = compacted(page, inHand.draft);
  inHand.replace(draft);
  const faults: SectionFaults = { ...faultsOf(page, draft) };
  if (reason?.trim() === '') faults['reason'] = 'forms:required';
  inHand.showFaults(faults);
  return Object.keys(faults).length === 0;
}

interface FormParts {
  readonly base: FormBase;
  readonly inHand: DraftInHand;
  readonly note: ChangeNote;
  adopt(saved: SavedVersion, message: string, part: boolean): void;
}

/**
 * Returns a function that saves a section in place of the version `over`. That function returns true if the save was
 * done completely, and false if it was refused or done only in part.
 */
function useAttempt(page: AnyPage, { base, inHand, note, adopt }: FormParts) {
  const send = useSend(page, note);
  const showRefusal = useRefusal(page, base, inHand);
  return async (section: Values, over: OpenedSection, button: PageButton): Promise<boolean> => {
    const before = inHand.edits();
    const answer = await send(section, over.version, button);
    if ('error' in answer) {
      await showRefusal(answer.error, { opened: over.value, mine: section, theirs: over, button });
      return false;
    }
    const { saved: now = over, message, isPart = false } = answer;
    adopt(now, message, isPart);
    // edits made during the save are kept
    if (inHand.edits() === before) inHand.replace(draftOf(page, now.value));
    base.setSavedBy(button.text);
    // a save that was done only in part can be sent again without an edit
    return !isPart;
  };
}

/** Returns a function that shows why a save was refused: faults beside fields, a conflict, or a window. */
function useRefusal(page: AnyPage, { conflict, open, setConflict }: FormBase, inHand: DraftInHand) {
  const t = useTexts();
  const [read] = useLazySectionQuery();
  /**
   * Shows faults beside the fields. If a conflict hides the fields, the form opens again with the section that was
   * sent.
   */
  const showFaultsOf = ({ mine, theirs }: Conflict, faults: SectionFaults): void => {
    if (conflict) {
      open(theirs);
      inHand.replace(draftOf(page, mine));
    }
    inHand.showFaults(faults);
  };
  return async (error: CallError, wanted: Conflict): Promise<void> => {
    const fields = error.kind === 'refused' ? (error.fields ?? {}) : {};
    const named = Object.fromEntries(Object.entries(fields).filter(([path]) => isOfPage(page, path)));
    if (Object.keys(named).length > 0) return showFaultsOf(wanted, named);
    const { data: theirs } = error.kind === 'refused' ? await read(page.section) : {};
    if (theirs && theirs.version !== wanted.theirs.version) return setConflict({ ...wanted, theirs });
    if (!isTold(error)) await showAlert(windowErrorText(t, error));
  };
}

/** The reason for a change of a money section, and the date from which the change applies. */
function useChangeNote(clearFault: DraftInHand['clearFault'], onEdit: () => void) {
  const [reason, setReason] = useState('');
  const [effective, setEffective] = useState<Effective>(effectiveNow);
  /**
   * Empties the reason and the date after a save. Keeps what was entered during the save, because it belongs to the
   * next change.
   */
  const forget = useCallback((): void => {
    setReason((now) => (now === reason ? '' : now));
    setEffective((now) => (now === effective ? effectiveNow : now));
  }, [reason, effective]);
  return {
    ...{ reason, effective, forget },
    setReason: (text: string): void => {
      setReason(text);
      clearFault('reason');
      onEdit();
    },
    setEffective: (next: Effective): void => {
      setEffective(next);
      clearFault('date');
      onEdit();
    },
  };
}

type ChangeNote = ReturnType<typeof useChangeNote>;

type Sent = { message: string; isPart?: boolean; saved?: SavedVersion } | { error: CallError };

/** Sends a section now, or as a plan. */
function useSend(page: AnyPage, { reason, effective }: { reason: string; effective: Effective }) {
  const [saveSection] = useSaveSectionMutation();
  const [planSection] = usePlanSectionMutation();
  return async (value: Values, version: number, button: PageButton): Promise<Sent> => {
    const wanted = { section: page.section, version, value, reason: reason.trim() };
    if (effective.when === 'later') {
      const plan = { id: crypto.randomUUID(), date: effective.date, time: timeOfDay(effective) };
      const answer = await planSection({ ...wanted, ...plan });
      return answer.error === undefined
        ? { message: answer.data ?? '' }
        : { error: callErrorOf(answer.error) };
    }
    const answer = await saveSection({ ...wanted, ...(button.with && { with: button.with }) });
    if (answer.error !== undefined) return { error: callErrorOf(answer.error) };
    const { message = '', isPart = false, ...saved } = answer.data ?? {};
    return { message, isPart, ...(isSaved(saved) && { saved }) };
  };
}

const isSaved = (saved: object): saved is SavedVersion => 'version' in saved;

const beside = new Set(['reason', 'date', 'time']);

/** True if a fault belongs to a field of the page; other faults are shown in a window. */
const isOfPage = (page: AnyPage, path: string): boolean =>
  beside.has(path) || fieldsOf(page).some(({ name }) => path === name || path.startsWith(`${name}.`));
