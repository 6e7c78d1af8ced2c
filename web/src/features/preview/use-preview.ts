import { useEffect, useRef } from 'react';
import type { PagesSelected } from '@portal/proto/http/imaging';
import type { PageSelectionMethod } from '@portal/proto/page-selection';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useStillHere } from '../../shared/use-still-here.js';
import { useUpdateSettingsMutation, type SettingChange } from './preview.api.js';
import { withPageToggled } from './preview.rules.js';
import { settingsOf, useViews, type PreviewState } from './use-views.js';

/**
 * The preview of a document: its views, each of five pages, and the selection of pages, which the server normalizes.
 * Changes are sent one after another. `settled` waits for all changes, and returns true if the server accepted the last
 * change.
 */
export const usePreview = (documentKey: string, kept: PreviewState | undefined, onFail: () => void) => {
  const t = useTexts();
  const { state, setState, show, isLoading } = useViews(documentKey, kept, onFail);
  const [update] = useUpdateSettingsMutation();
  const latest = useRef(state);
  useEffect(() => {
    latest.current = state;
  }, [state]);
  const queue = useRef<Promise<boolean>>(Promise.resolve(true));
  const stillHere = useStillHere();
  const select = (selection: PagesSelected): void => {
    if (!latest.current) return;
    latest.current = { ...latest.current, selection };
    setState((shown) => shown && { ...shown, selection });
  };
  const send = async (change: SettingChange, selection: PagesSelected, page: number): Promise<boolean> => {
    const before = latest.current;
    if (!before) return false;
    const isHere = stillHere();
    if (change === 'PAGE_TOGGLED') select(withPageToggled(selection, page));
    const { pageCount } = before.answer.header;
    const settings = settingsOf(documentKey, pageCount, selection);
    const answer = await update({ imagePreviewSettingChange: change, imagePreviewSettings: settings, page });
    if (answer.data) {
      select(answer.data);
      return true;
    }
    select({ ...before.selection, selectedAsBoolean: [...before.selection.selectedAsBoolean] });
    const error = callErrorOf(answer.error);
    // no alert if the user has left the page in the meantime
    if (!isLoginNeeded(error) && isHere()) await showAlert(windowErrorText(t, error));
    return false;
  };
  /** Sends a change after all earlier changes, because each change builds on the result of the previous change. */
  const change = (kind: SettingChange, page = 1, over: Partial<PagesSelected> = {}): void => {
    queue.current = queue.current.then(() =>
      latest.current ? send(kind, { ...latest.current.selection, ...over }, page) : false,
    );
  };
  return {
    state,
    isLoading,
    settled: () => queue.current,
    /** The selection after all changes so far. */
    current: () => latest.current,
    showFrom: (first: number) =>
      latest.current && show(first, latest.current.selection, latest.current.answer.header.pageCount),
    changeMethod: (pageSelectionMethod: PageSelectionMethod) =>
      change('PAGE_SELECTION_METHOD_CHANGED', 1, { pageSelectionMethod }),
    changePages: (selectedAsCsv: string) =>
      change('PAGES_CHANGED', 1, { pageSelectionMethod: 'CSV_PAGES', selectedAsCsv }),
    togglePage: (page: number) => change('PAGE_TOGGLED', page),
    keepPage: (page: number) => change('KEEP_PAGE', page),
    ignorePage: (page: number) => change('IGNORE_PAGE', page),
  };
};

export type Preview = ReturnType<typeof usePreview>;
export type { PreviewState } from './use-views.js';
