import type { PrintFormat } from '@portal/proto/http/search-results';
import { fetchFile } from './fetch-file.js';
import { saveFile } from './file-download.js';
import type { CallError } from './http/call.js';
import type { SearchRequest } from './state/search.slice.js';

const fileNames: Record<PrintFormat, string> = {
  PDF: 'SearchResultsReport.pdf',
  CSV: 'SearchResults.csv',
  XLSX: 'SearchResults.xlsx',
};

export type PrintTerms = Omit<SearchRequest, 'submission'>;

/** POST search/{type}Print: the list as a file; `pageNumber` -1 means all of it (B8-12, B8-13). */
export const printSearch = ({ type, criteria, ...paging }: PrintTerms, format: PrintFormat) =>
  fetchFile({ path: `search/${type}Print`, body: { ...criteria, ...paging, format } }, fileNames[format]);

/** The same, saved under the server's name (B8-14); resolves to the error, if any. */
export const saveSearch = async (terms: PrintTerms, format: PrintFormat): Promise<CallError | undefined> => {
  const answer = await printSearch(terms, format);
  if ('error' in answer) return answer.error;
  saveFile(answer.file, answer.name);
  return undefined;
};
