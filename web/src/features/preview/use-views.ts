import { useCallback, useEffect, useRef, useState } from 'react';
import { documentNumberOf, documentTypeOf } from '@portal/proto/document-key';
import type { PagesSelected, PreviewSettings, ThumbnailsAnswer } from '@portal/proto/http/imaging';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { envelopeErrorText, isLoginNeeded } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { useThumbnailsMutation } from './preview.api.js';
import { missingPage, pagesInView } from './preview.rules.js';

/** State that is kept while the order window is open: the view and the selection. */
export interface PreviewState {
  first: number;
  answer: ThumbnailsAnswer;
  selection: PagesSelected;
}

type Thumbnail = ThumbnailsAnswer['thumbnails'][number];

/** Maximum number of cached thumbnails, each of about 12 KB. Nobody returns to more thumbnails than this. */
const mostKept = 200;

const everything: PagesSelected = {
  pageSelectionMethod: 'ENTIRE_DOCUMENT',
  selectedAsCsv: '',
  selectedAsBoolean: [],
};

export const settingsOf = (
  documentKey: string,
  pageCount: number,
  selection: PagesSelected,
): PreviewSettings => ({
  documentType: documentTypeOf(documentKey),
  documentNumber: documentNumberOf(documentKey),
  pageCount,
  pageSelectionMethod: selection.pageSelectionMethod,
  selectedAsCsv: selection.selectedAsCsv,
});

/** Loaded thumbnails and pending prefetches; none is requested twice. */
const useShelf = (documentKey: string, kept: PreviewState | undefined) => {
  const [load] = useThumbnailsMutation();
  const known = useRef(new Map<number, Thumbnail>());
  const coming = useRef<{ pages: readonly number[]; done: Promise<void> }>(undefined);
  const keep = useCallback((thumbnails: readonly Thumbnail[]): void => {
    for (const thumbnail of thumbnails) {
      known.current.delete(thumbnail.page);
      known.current.set(thumbnail.page, thumbnail);
    }
    for (const page of known.current.keys()) {
      if (known.current.size <= mostKept) break;
      known.current.delete(page);
    }
  }, []);
  useEffect(() => keep(kept?.answer.thumbnails ?? []), [keep, kept]);
  /**
   * The whole view that starts at a page, once pending requests have finished. Undefined if one of its pages must
   * still be requested.
   */
  const find = useCallback(async (first: number, pageCount: number): Promise<Thumbnail[] | undefined> => {
    const pages = pagesInView(first, pageCount);
    const missing = missingPage(pages, known.current);
    if (missing !== undefined && coming.current?.pages.includes(missing)) await coming.current.done;
    const found = pages.flatMap((page) => known.current.get(page) ?? []);
    return found.length > 0 && found.length === pages.length ? found : undefined;
  }, []);
  /** Prefetches the view after the current one. A failure is shown only when the user opens that view. */
  const fetchAhead = useCallback(
    ({ first, answer, selection }: PreviewState): void => {
      const { pageCount } = answer.header;
      const page = missingPage(pagesInView(first + answer.thumbnails.length, pageCount), known.current);
      if (page === undefined) return;
      const settings = settingsOf(documentKey, pageCount, selection);
      const done = load({ ...settings, page }).then(({ data }) => keep(data?.thumbnails ?? []));
      coming.current = { pages: pagesInView(page, pageCount), done };
    },
    [documentKey, keep, load],
  );
  return { keep, find, fetchAhead };
};

/**
 * Views of the document. A failed load is shown and closes the preview (A9-42), except when the reader has viewed too
 * many pages: then the current view and selection stay.
 */
export const useViews = (documentKey: string, kept: PreviewState | undefined, onFail: () => void) => {
  const t = useTexts();
  const [load, { isLoading }] = useThumbnailsMutation();
  const [state, setState] = useState<PreviewState | undefined>(kept);
  const { keep, find, fetchAhead } = useShelf(documentKey, kept);
  const turn = useRef(0);
  const show = useCallback(
    async (first: number, selection: PagesSelected, pageCount: number): Promise<void> => {
      turn.current += 1;
      const mine = turn.current;
      const thumbnails = await find(first, pageCount);
      if (mine !== turn.current) return;
      if (thumbnails) {
        setState((shown) => shown && { ...shown, first, answer: { ...shown.answer, thumbnails } });
        return;
      }
      const { data, error } = await load({ ...settingsOf(documentKey, pageCount, selection), page: first });
      if (data) keep(data.thumbnails);
      // After two quick moves, only the view of the second move is shown.
      if (mine !== turn.current) return;
      if (data) {
        // a selection made while the view was loading takes precedence over the one in the answer
        setState((shown) => ({ first, answer: data, selection: shown?.selection ?? data.pagesSelected }));
        return;
      }
      const failure = callErrorOf(error);
      const stays = pageCount > 0 && failure.kind === 'refused' && failure.status === 429;
      if (!stays) onFail();
      if (!isLoginNeeded(failure)) await showAlert(envelopeErrorText(t, failure));
    },
    [documentKey, find, keep, load, onFail, t],
  );
  const started = useRef(kept !== undefined);
  useEffect(() => {
    if (started.current) return;
    started.current = true;
    void show(1, everything, 0);
  }, [show]);
  // the number of pages that a guest may load per minute is small, so a guest's pages are not fetched ahead
  const reads = useUser()?.role !== 'GUEST';
  const ahead = useRef(0);
  useEffect(() => {
    if (!state || !reads || ahead.current === state.first) return;
    ahead.current = state.first;
    fetchAhead(state);
  }, [fetchAhead, reads, state]);
  return { state, setState, show, isLoading };
};
