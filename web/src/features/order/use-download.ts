import { showAlert } from '../../shared/alerts.js';
import { saveFile } from '../../shared/file-download.js';
import { sessionEnded } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { genericErrorText, isLoginNeeded, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { again } from './again.js';
import { useGetImageMutation } from './order.api.js';
import { isStreamed } from './order.rules.js';
import { fileNameOf, pdfFromBase64 } from './pdf-file.js';
import { streamFile, type FileProgress } from './stream-file.js';

interface Following {
  tell(at: FileProgress): void;
  /** Of who does not want to wait any longer; the pages stay paid. */
  signal: AbortSignal;
}

/**
 * Fetches a paid image and saves it (A10-29, A10-37). An answer that is an error and not a file leads to the login
 * page (A12-19) or shows its message (A12-20). Returns whether the flow is over.
 */
export const useDownload = () => {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [getImage] = useGetImageMutation();
  const fail = async (error: CallError): Promise<boolean> => {
    if (isLoginNeeded(error)) {
      dispatch(sessionEnded());
      return true;
    }
    const text = error.kind === 'refused' ? windowErrorText(t, error) : genericErrorText(t, error);
    await showAlert(text, 'WARNING', t('order:paidAdvice'));
    return false;
  };
  const whole = async (guid: string): Promise<boolean> => {
    const answer = await again(() => getImage(guid));
    if ('error' in answer) return fail(answer.error);
    const { preview, pdf, header } = answer.data;
    if (preview) await showAlert(t('order:noContent'), 'INFO');
    else saveFile(pdfFromBase64(pdf), fileNameOf(header.uiSaveAsImageName));
    return true;
  };
  const streamed = async (guid: string, { tell, signal }: Following): Promise<boolean> => {
    const answer = await streamFile(guid, tell, signal);
    if (answer === 'stopped') {
      await showAlert(t('order:paidAdvice'), 'INFO');
      return false;
    }
    if ('error' in answer) return fail(answer.error);
    saveFile(answer.file, answer.name);
    return true;
  };
  return (guid: string, pages: number, following: Following): Promise<boolean> =>
    isStreamed(pages) ? streamed(guid, following) : whole(guid);
};
