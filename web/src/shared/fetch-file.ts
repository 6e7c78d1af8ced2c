import { nameInHeader } from './file-download.js';
import { readFailure, send, type CallError, type CallTerms } from './http/call.js';

/** Requests a file. If the server sends an error instead, reads the error from its envelope. */
export const fetchFile = async (
  terms: CallTerms,
  defaultName: string,
): Promise<{ file: Blob; name: string } | { error: CallError }> => {
  const response = await send(terms);
  if ('error' in response) return response;
  const refused = !response.ok || response.headers.get('content-type')?.includes('json');
  try {
    if (refused) return { error: readFailure(response, await response.text()) };
    const name = nameInHeader(response.headers.get('content-disposition'), defaultName);
    return { file: await response.blob(), name };
  } catch {
    return { error: { kind: 'no-response' } };
  }
};
