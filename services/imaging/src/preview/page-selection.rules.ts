import type { PagesSelected, PreviewSettings } from '@portal/proto/http/imaging';
import { selectedPages, writePages } from '@portal/proto/page-selection';
import { ok, type Result } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { updatePreviewSettings } from '@portal/proto/rpc/imaging';

type SettingsChange = Parsed<typeof updatePreviewSettings>['imagePreviewSettingChange'];
type Selection = Pick<PreviewSettings, 'pageSelectionMethod' | 'selectedAsCsv'>;

/** A9-40: the selection with a flag for every page of the document. */
export function describeSelection(
  selection: Selection,
  pageCount: number,
): Result<PagesSelected, 'NO_SUCH_PAGE'> {
  const { pageSelectionMethod, selectedAsCsv } = selection;
  const pages = selectedPages(pageSelectionMethod, selectedAsCsv, pageCount);
  if (!pages.ok) return pages;
  const chosen = new Set(pages.value);
  const selectedAsBoolean = Array.from({ length: pageCount }, (_, index) => chosen.has(index + 1));
  return ok({ pageSelectionMethod, selectedAsCsv, selectedAsBoolean });
}

/**
 * The selection after a change on the preview (A9-19 to A9-23). If a page is removed from 'All Pages', the selection
 * becomes a list of the other pages. If the text in the pages box does not parse, the change is refused (A9-36).
 */
export function changeSelection(
  change: SettingsChange,
  current: Selection,
  page: number,
  pageCount: number,
): Result<PagesSelected, 'NO_SUCH_PAGE'> {
  if (change === 'PAGE_SELECTION_METHOD_CHANGED') return describeSelection(current, pageCount);
  const before = selectedPages(current.pageSelectionMethod, current.selectedAsCsv, pageCount);
  if (!before.ok) return before;
  if (change === 'PAGES_CHANGED') return listOf(before.value, pageCount);
  const pages = new Set(before.value);
  const keeps = change === 'KEEP_PAGE' || (change === 'PAGE_TOGGLED' && !pages.has(page));
  if (keeps === pages.has(page)) return describeSelection(current, pageCount);
  if (keeps) pages.add(page);
  else pages.delete(page);
  return listOf(
    [...pages].sort((a, b) => a - b),
    pageCount,
  );
}

const listOf = (pages: readonly number[], pageCount: number): Result<PagesSelected, 'NO_SUCH_PAGE'> =>
  describeSelection({ pageSelectionMethod: 'CSV_PAGES', selectedAsCsv: writePages(pages) }, pageCount);
