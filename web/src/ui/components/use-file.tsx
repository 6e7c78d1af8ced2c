import { useState, type ReactNode } from 'react';
import { Overlay } from './overlay.js';
import { showAlert } from '../../shared/alerts.js';
import { fetchFile } from '../../shared/fetch-file.js';
import { saveFile } from '../../shared/file-download.js';
import { sessionEnded } from '../../shared/http/api.js';
import type { CallTerms } from '../../shared/http/call.js';
import { genericErrorText, isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { tellSaved } from '../../shared/saved-file.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';

/**
 * Fetches a file and saves it under the server's file name. An overlay is shown in the meantime; then the status line
 * says that the file is saved.
 */
export const useFile = (waiting: string) => {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [busy, setBusy] = useState(false);
  const fetchAndSave = async (terms: CallTerms, defaultName: string): Promise<void> => {
    setBusy(true);
    const answer = await fetchFile(terms, defaultName);
    setBusy(false);
    if (!('error' in answer)) {
      saveFile(answer.file, answer.name);
      return tellSaved(answer.name);
    }
    const { error } = answer;
    if (isLoginNeeded(error)) dispatch(sessionEnded());
    else void showAlert(error.kind === 'refused' ? windowErrorText(t, error) : genericErrorText(t, error));
  };
  const progress: ReactNode = busy && <Overlay text={waiting} />;
  return {
    progress,
    fetch: (terms: CallTerms, defaultName: string): void => {
      if (!busy) void fetchAndSave(terms, defaultName);
    },
  };
};
