import { useEffect } from 'react';
import { useWatch, type FieldValues, type UseFormReturn } from 'react-hook-form';
import { useBlocker } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { MessageDialog } from './message-dialog.js';

/**
 * True if the next page is opened with the server's message about a change, which means that the save has succeeded. Do
 * not use it for Back, because the page that Back leads to may still have the message about an earlier change.
 */
const isAfterChange = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && 'told' in state;

/**
 * Asks before the user leaves the page with unsaved changes. When the tab is closed, the browser asks in its own words.
 */
export function LeaveGuard({ isDirty }: { isDirty: boolean }) {
  const t = useTexts();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      isDirty &&
      currentLocation.pathname !== nextLocation.pathname &&
      (historyAction === 'POP' || !isAfterChange(nextLocation.state)),
  );
  useEffect(() => {
    if (!isDirty) return undefined;
    const onUnload = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onUnload);
    return () => window.removeEventListener('beforeunload', onUnload);
  }, [isDirty]);
  if (blocker.state !== 'blocked') return null;
  return (
    <MessageDialog
      tone="WARNING"
      text={t('panel:leave.question')}
      advice={t('panel:leave.advice')}
      onClose={() => blocker.reset()}
    >
      <button className="btn" type="button" onClick={() => blocker.reset()}>
        {t('panel:leave.stay')}
      </button>
      <button className="btn btn--primary" type="button" onClick={() => blocker.proceed()}>
        {t('panel:leave.leave')}
      </button>
    </MessageDialog>
  );
}

interface FormLeaveGuardProps<F extends FieldValues> {
  form: UseFormReturn<F>;
  /** The values that the form had when the page was opened. */
  opened: F;
}

/**
 * True while the form has unsaved changes. The values are compared, because the form library does not notice values
 * that the page itself sets, such as a chosen account.
 */
export const useUnsaved = <F extends FieldValues>({ form, opened }: FormLeaveGuardProps<F>): boolean => {
  const values: FieldValues = useWatch({ control: form.control });
  return Object.keys(opened).some((name) => values[name] !== opened[name]);
};

/** Asks before the user leaves a form with unsaved changes. */
export function FormLeaveGuard<F extends FieldValues>(form: FormLeaveGuardProps<F>) {
  return <LeaveGuard isDirty={useUnsaved(form)} />;
}
