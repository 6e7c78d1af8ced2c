import { useState, type ReactNode } from 'react';
import type { ReportCriteria } from '@portal/proto/http/reports';
import { showAlert } from '../../shared/alerts.js';
import { fetchFile } from '../../shared/fetch-file.js';
import { saveFile } from '../../shared/file-download.js';
import { sessionEnded } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { tellSaved } from '../../shared/saved-file.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { Overlay } from '../../ui/components/overlay.js';

interface ReportFile {
  /** The path of the call, below the portal's API. */
  path: string;
  name: string;
  waiting: string;
}

/** True if the answer says that a job will write the report. */
const begun = (error: CallError): boolean => error.kind === 'refused' && error.status === 202;

/**
 * Fetches a report as a file and saves it, or starts a job for a report that is too long to wait for. Without a
 * session, opens the login page (B11-34). Faults of fields are returned; other failures are shown in a window (B11-33).
 */
export const useReportFile = () => {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [waiting, setWaiting] = useState('');
  const tell = async (error: CallError): Promise<void> => {
    if (isLoginNeeded(error)) dispatch(sessionEnded());
    else await showAlert(error.kind === 'refused' ? windowErrorText(t, error) : t('report-forms:failed'));
  };
  const fetch = async (
    file: ReportFile,
    body: ReportCriteria,
  ): Promise<{ saved: boolean; begun: boolean; fields: Readonly<Record<string, string>> }> => {
    setWaiting(file.waiting);
    const answer = await fetchFile({ path: `report/${file.path}`, body }, file.name);
    setWaiting('');
    if (!('error' in answer)) {
      saveFile(answer.file, answer.name);
      tellSaved(answer.name);
      return { saved: true, begun: false, fields: {} };
    }
    const { error } = answer;
    if (begun(error)) return { saved: true, begun: true, fields: {} };
    const fields = error.kind === 'refused' ? (error.fields ?? {}) : {};
    if (Object.keys(fields).length === 0) await tell(error);
    return { saved: false, begun: false, fields };
  };
  const progress: ReactNode = waiting !== '' && <Overlay text={waiting} />;
  return { fetch, progress };
};
