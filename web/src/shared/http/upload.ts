import type * as z from 'zod/mini';
import { envelope } from '@portal/proto/http/envelope';
import { readFailure, type CallResult } from './call.js';
import { serverUrl } from './server.js';
import { viewHeaders } from './shown-view.js';

export interface Upload {
  path: string;
  /**
   * The file. Without `fields`, the file is the whole body, under its own type; with `fields`, the file is the part
   * `image` of a form.
   */
  file: File;
  /** Sent before the file, as the part `json`. */
  fields?: unknown;
  /** Called with 0 to 1 while the bytes are sent. */
  onProgress(part: number): void;
  /** Ends the upload early; the call then ends in `no-response`. */
  signal?: AbortSignal;
}

/** POSTs a file. XMLHttpRequest, because fetch does not report the progress of an upload. */
export const upload = async <S extends z.ZodMiniType>(
  terms: Upload,
  schema: S,
): Promise<CallResult<z.output<S>>> => {
  const request = await sent(terms);
  if (!request) return { error: { kind: 'no-response' } };
  const { status, statusText, responseText } = request;
  const opened = envelope.safeParse(parsed(responseText));
  const isDone = status < 400 && opened.success && opened.data.ok;
  if (!isDone) return { error: readFailure({ status, statusText }, responseText) };
  const content = schema.safeParse(opened.data.content);
  return content.success
    ? { content: content.data, message: opened.data.message }
    : { error: { kind: 'unexpected' } };
};

/** The answered request; undefined when no answer came. */
const sent = ({ path, file, fields, onProgress, signal }: Upload): Promise<XMLHttpRequest | undefined> =>
  new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('POST', serverUrl(path));
    request.withCredentials = true;
    for (const [name, value] of Object.entries({ accept: 'application/json', ...viewHeaders() }))
      request.setRequestHeader(name, value);
    if (fields === undefined) request.setRequestHeader('content-type', file.type);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
    request.onloadend = () => resolve(request.status === 0 ? undefined : request);
    signal?.addEventListener('abort', () => request.abort());
    request.send(fields === undefined ? file : formOf(file, fields));
  });

const formOf = (file: File, fields: unknown): FormData => {
  const form = new FormData();
  form.append('json', JSON.stringify(fields));
  form.append('image', file, file.name);
  return form;
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
