import { useState, type ReactNode } from 'react';
import type { ExportFormat } from '@portal/proto/http/search-results';
import { showAlert } from '../../shared/alerts.js';
import { sessionEnded } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { genericErrorText, isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { ExportTerms } from '../../shared/export-results.js';
import { tellSaved } from '../../shared/saved-file.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { Overlay } from '../../ui/components/overlay.js';

/** The page number that means the whole list (B8-12). */
export const wholeList = -1;

/** The code that creates and saves a file is loaded at first use. */
const saveList = async (terms: ExportTerms, format: ExportFormat) => {
  const results = await import('../../shared/export-results.js').catch(() => undefined);
  return results ? results.saveResults(terms, format) : { error: { kind: 'no-response' } as const };
};

/**
 * Creates a file of the list and saves it under the server's name (B8-13, B8-14). Without a session, opens the login
 * page (B8-15); other refusals show their reason (B8-16). The status line says that the file is saved.
 */
export const useExport = (address: SearchAddress) => {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [busy, setBusy] = useState(false);
  const fail = (error: CallError): void => {
    if (isLoginNeeded(error)) dispatch(sessionEnded());
    else void showAlert(error.kind === 'refused' ? windowErrorText(t, error) : genericErrorText(t, error));
  };
  const make = async (format: ExportFormat, pageNumber: number): Promise<void> => {
    const { type, criteria, sortKey, sortDirection } = address;
    setBusy(true);
    const answer = await saveList({ type, criteria, sortKey, sortDirection, pageNumber }, format);
    setBusy(false);
    // tells the outcome after the overlay has closed, because screen readers ignore what is below an open window
    if ('error' in answer) fail(answer.error);
    else tellSaved(answer.saved);
  };
  const progress: ReactNode = busy && <Overlay text={t('results:making')} />;
  return {
    progress,
    make: (format: ExportFormat, pageNumber: number): void => {
      if (!busy) void make(format, pageNumber);
    },
  };
};
