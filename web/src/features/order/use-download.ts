import { showAlert } from '../../shared/alerts.js';
import { saveFile } from '../../shared/file-download.js';
import { callErrorOf, sessionEnded } from '../../shared/http/api.js';
import { readFailure, send, type CallError } from '../../shared/http/call.js';
import { genericErrorText, isLoginNeeded, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useSharedDispatch } from '../../shared/state/selectors.js';
import { useGetImageMutation } from './order.api.js';
import { isStreamed } from './order.rules.js';
import { fileNameOf, nameInHeader, pdfFromBase64 } from './pdf-file.js';

/** GET imaging/download/{guid}: the file as it comes, so that a long document is never text in memory. */
const streamFile = async (guid: string): Promise<{ file: Blob; name: string } | { error: CallError }> => {
  const response = await send({ path: `imaging/download/${guid}`, method: 'GET' });
  if ('error' in response) return response;
  try {
    if (!response.ok) return { error: readFailure(response, await response.text()) };
    return { file: await response.blob(), name: nameInHeader(response.headers.get('content-disposition')) };
  } catch {
    return { error: { kind: 'no-response' } };
  }
};

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
    const { data, error } = await getImage(guid);
    if (!data) return fail(callErrorOf(error));
    if (data.preview) await showAlert(t('order:noContent'), 'INFO');
    else saveFile(pdfFromBase64(data.pdf), fileNameOf(data.header.uiSaveAsImageName));
    return true;
  };
  const streamed = async (guid: string): Promise<boolean> => {
    const answer = await streamFile(guid);
    if ('error' in answer) return fail(answer.error);
    saveFile(answer.file, answer.name);
    return true;
  };
  return (guid: string, pages: number): Promise<boolean> =>
    isStreamed(pages) ? streamed(guid) : whole(guid);
};
