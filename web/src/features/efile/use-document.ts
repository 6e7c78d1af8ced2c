import { useEffect, useRef, useState } from 'react';
import { efileImageAnswer, type EfileForm, type EfileImageAnswer } from '@portal/proto/http/efile';
import type { CallResult } from '../../shared/http/call.js';
import { upload } from '../../shared/http/upload.js';

/** An upload in progress. `part` grows from 0 to 1 and stays 1 while the server checks the document. */
export interface Leaving {
  part: number;
  cancel(): void;
}

/**
 * Sends the document and returns its price. Leaving the page, or pressing Cancel, ends the upload; the result is then
 * undefined.
 */
export const useDocument = () => {
  const [part, setPart] = useState<number>();
  const ending = useRef<AbortController>(undefined);
  useEffect(() => () => ending.current?.abort(), []);
  const send = async (file: File, fields: EfileForm): Promise<CallResult<EfileImageAnswer> | undefined> => {
    const abort = new AbortController();
    ending.current = abort;
    setPart(0);
    const { signal } = abort;
    const answer = await upload(
      { path: 'efile/image', file, fields, onProgress: setPart, signal },
      efileImageAnswer,
    );
    if (signal.aborted) return undefined;
    setPart(undefined);
    return answer;
  };
  const cancel = (): void => {
    ending.current?.abort();
    setPart(undefined);
  };
  const leaving: Leaving | undefined = part === undefined ? undefined : { part, cancel };
  return { leaving, send };
};
