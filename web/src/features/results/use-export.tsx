import { useState, type ReactNode } from 'react';
import type { PrintFormat } from '@portal/proto/http/search-results';
import { showAlert } from '../../shared/alerts.js';
import { saveFile } from '../../shared/file-download.js';
import { sessionEnded } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { genericErrorText, isLoginNeeded, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { printSearch } from '../../shared/print-search.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { Overlay } from '../../ui/components/overlay.js';

/** The page number that stands for the whole list (B8-12). */
export const wholeList = -1;

/**
 * Makes a file of the list and saves it under the name that the server gives it (B8-13, B8-14). A refusal for want of
 * a session leads to the login page (B8-15), any other says why (B8-16).
 */
export const useExport = (address: SearchAddress) => {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [busy, setBusy] = useState(false);
  const fail = (error: CallError): void => {
    if (isLoginNeeded(error)) dispatch(sessionEnded());
    else void showAlert(error.kind === 'refused' ? windowErrorText(t, error) : genericErrorText(t, error));
  };
  const make = async (format: PrintFormat, pageNumber: number): Promise<void> => {
    const { type, criteria, sortKey, sortDirection } = address;
    setBusy(true);
    const answer = await printSearch({ type, criteria, sortKey, sortDirection, pageNumber }, format);
    setBusy(false);
    if ('error' in answer) fail(answer.error);
    else saveFile(answer.file, answer.name);
  };
  const progress: ReactNode = busy && <Overlay text={t('results:making')} />;
  return {
    progress,
    make: (format: PrintFormat, pageNumber: number): void => {
      if (!busy) void make(format, pageNumber);
    },
  };
};
