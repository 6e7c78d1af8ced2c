import type { PrintFormat } from '@portal/proto/http/search-results';
import { nameInHeader } from './file-download.js';
import { readFailure, send, type CallError } from './http/call.js';
import type { SearchRequest } from './state/search.slice.js';

const fileNames: Record<PrintFormat, string> = {
  PDF: 'SearchResultsReport.pdf',
  CSV: 'SearchResults.csv',
  XLSX: 'SearchResults.xlsx',
};

export type PrintTerms = Omit<SearchRequest, 'submission'>;

/**
 * POST search/{type}Print: the list as a file; `pageNumber` -1 is all of it (B8-12, B8-13). An answer that is an
 * error and not a file is read from its envelope, as with downloads.
 */
export const printSearch = async (
  { type, criteria, ...paging }: PrintTerms,
  format: PrintFormat,
): Promise<{ file: Blob; name: string } | { error: CallError }> => {
  const response = await send({ path: `search/${type}Print`, body: { ...criteria, ...paging, format } });
  if ('error' in response) return response;
  const refused = !response.ok || response.headers.get('content-type')?.includes('json');
  const name = nameInHeader(response.headers.get('content-disposition'), fileNames[format]);
  try {
    if (refused) return { error: readFailure(response, await response.text()) };
    return { file: await response.blob(), name };
  } catch {
    return { error: { kind: 'no-response' } };
  }
};
