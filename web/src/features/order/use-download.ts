import { showAlert } from '../../shared/alerts.js';
import { saveFile } from '../../shared/file-download.js';
import { sessionEnded } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { genericErrorText, isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { again } from './again.js';
import { useGetImageMutation } from './order.api.js';
import { isStreamed } from './order.rules.js';
import { fileNameOf, pdfFromBase64 } from './pdf-file.js';
import { streamFile, type FileProgress } from './stream-file.js';

interface Following {
  tell(at: FileProgress): void;
  /** Stops a download that the user no longer wants to wait for; the order stays paid. */
  signal: AbortSignal;
}

/** How a download ended: whether the purchase is over, and the name of the saved file, if any. */
export interface DownloadEnd {
  over: boolean;
  saved?: string;
}

const saveAs = (file: Blob, name: string): DownloadEnd => {
  saveFile(file, name);
  return { over: true, saved: name };
};

/**
 * Downloads and saves a paid image (A10-29, A10-37). If the server sends an error instead of a file, opens the login
 * page (A12-19) or shows the error's message (A12-20).
 */
export const useDownload = () => {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [getImage] = useGetImageMutation();
  const fail = async (error: CallError): Promise<DownloadEnd> => {
    if (isLoginNeeded(error)) {
      dispatch(sessionEnded());
      return { over: true };
    }
    const text = error.kind === 'refused' ? windowErrorText(t, error) : genericErrorText(t, error);
    await showAlert(text, 'WARNING', t('order:paidAdvice'));
    return { over: false };
  };
  const whole = async (guid: string): Promise<DownloadEnd> => {
    const answer = await again(() => getImage(guid));
    if ('error' in answer) return fail(answer.error);
    const { preview, pdf, header } = answer.data;
    if (!preview) return saveAs(pdfFromBase64(pdf), fileNameOf(header.uiSaveAsImageName));
    await showAlert(t('order:noContent'), 'INFO');
    return { over: true };
  };
  const streamed = async (guid: string, { tell, signal }: Following): Promise<DownloadEnd> => {
    const answer = await streamFile(guid, tell, signal);
    if (answer === 'stopped') {
      await showAlert(t('order:paidAdvice'), 'INFO');
      return { over: false };
    }
    return 'error' in answer ? fail(answer.error) : saveAs(answer.file, answer.name);
  };
  return (guid: string, pages: number, following: Following): Promise<DownloadEnd> =>
    isStreamed(pages) ? streamed(guid, following) : whole(guid);
};
