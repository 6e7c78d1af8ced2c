import { useCallback, useEffect, useRef, useState } from 'react';
import { documentNumberOf, documentTypeOf } from '@portal/proto/document-key';
import type { PagesSelected, PreviewSettings, ThumbnailsAnswer } from '@portal/proto/http/imaging';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { envelopeErrorText, isLoginNeeded } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useUser } from '../../shared/state/selectors.js';
import { useThumbnailsMutation } from './preview.api.js';
import { missingPage, pagesInView } from './preview.rules.js';

/** What survives a visit of the order window: where the view stood and what was chosen. */
export interface PreviewState {
  first: number;
  answer: ThumbnailsAnswer;
  selection: PagesSelected;
}

type Thumbnail = ThumbnailsAnswer['thumbnails'][number];

/** Thumbnails kept, of some 12 KB each: more than anybody goes back to. */
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

/** Thumbnails that have come, and the ones on their way ahead of the reader; none is asked for twice. */
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
  /** The whole view from a page on, once what is on its way has come; undefined when a page of it must be asked for. */
  const find = useCallback(async (first: number, pageCount: number): Promise<Thumbnail[] | undefined> => {
    const pages = pagesInView(first, pageCount);
    const missing = missingPage(pages, known.current);
    if (missing !== undefined && coming.current?.pages.includes(missing)) await coming.current.done;
    const found = pages.flatMap((page) => known.current.get(page) ?? []);
    return found.length > 0 && found.length === pages.length ? found : undefined;
  }, []);
  /** Brings the view after the shown one before it is asked for. What goes wrong is said when the view is wanted. */
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
 * Views of the document. A first load that fails is said and ends the flow, as does any later one (A9-42), but for a
 * reader who has looked at too many pages: what is shown and chosen stays.
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
      // of two moves, one after the other, the view of the last one is shown
      if (mine !== turn.current) return;
      if (data) {
        // what was chosen while the view was on its way holds, not what was sent along with the question
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
  // a guest's share of pages a minute is small: it is left for what is looked at
  const reads = useUser()?.role !== 'GUEST';
  const ahead = useRef(0);
  useEffect(() => {
    if (!state || !reads || ahead.current === state.first) return;
    ahead.current = state.first;
    fetchAhead(state);
  }, [fetchAhead, reads, state]);
  return { state, setState, show, isLoading };
};
