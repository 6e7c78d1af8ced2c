import type { ExportFormat } from '@portal/proto/http/search-results';
import { fetchFile } from './fetch-file.js';
import { saveFile } from './file-download.js';
import type { CallError } from './http/call.js';
import type { SearchRequest } from './state/search.slice.js';

const fileNames: Record<ExportFormat, string> = {
  PDF: 'SearchResultsReport.pdf',
  CSV: 'SearchResults.csv',
  XLSX: 'SearchResults.xlsx',
};

export type ExportTerms = Omit<SearchRequest, 'submission'>;

/** POST search/{type}Print: the list as a file. `pageNumber` -1 means the whole list (B8-12, B8-13). */
export const exportResults = ({ type, criteria, ...paging }: ExportTerms, format: ExportFormat) =>
  fetchFile({ path: `search/${type}Print`, body: { ...criteria, ...paging, format } }, fileNames[format]);

/**
 * Requests the list as a file and saves it under the name that the server gives (B8-14). Resolves to that name, or to
 * the error.
 */
export const saveResults = async (
  terms: ExportTerms,
  format: ExportFormat,
): Promise<{ saved: string } | { error: CallError }> => {
  const answer = await exportResults(terms, format);
  if ('error' in answer) return answer;
  saveFile(answer.file, answer.name);
  return { saved: answer.name };
};
