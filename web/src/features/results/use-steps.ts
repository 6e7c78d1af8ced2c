import { useEffect, useRef, useState } from 'react';
import { recordId, type RecordOf } from '@portal/proto/http/search-results';
import { pageSize, type ResultKind } from '@portal/proto/http/search-types';
import type { RecordSteps } from '../../shared/image-request.js';
import { useSearchPageQuery } from '../../shared/search.api.js';
import { writeSearchAddress, type SearchAddress } from '../../shared/search-address.js';
import { recordRead, type ResultPage } from '../../shared/state/search.slice.js';
import { useShared, useSharedDispatch } from '../../shared/state/selectors.js';
import { focusedRecord } from './focus.js';
import { pagesOf } from './results.rules.js';
import type { Readdress } from './use-results.js';

export interface StepTerms<K extends ResultKind> {
  address: SearchAddress;
  page: ResultPage<K> | undefined;
  total: number;
  /** True while only the selected records are shown, on one page. */
  filtered: boolean;
  onSelect(id: string): void;
  onAddress: Readdress;
}

interface Turn {
  pageNumber: number;
  by: 1 | -1;
  /** The URL's fragment at the start of the step. */
  from: string;
}

/**
 * If a step leads to another page, loads that page before the list shows it. So the details are never empty, and Back
 * leads to a list without details, as it does when the user opens a record in the list. The step is dropped if the user
 * goes elsewhere in the meantime: to another page, order or record, or to the selected records.
 */
const useTurn = <K extends ResultKind>({ address, page, filtered, onAddress }: StepTerms<K>) => {
  const dispatch = useSharedDispatch();
  const [turn, setTurn] = useState<Turn>();
  const isElsewhere = turn !== undefined && (filtered || writeSearchAddress(address) !== turn.from);
  const submission = useShared((state) => state.search.shown?.request.submission ?? state.search.submission);
  const { selected: _selected, ...terms } = address;
  const request = { ...terms, pageNumber: turn?.pageNumber ?? 1, submission };
  const { currentData: next, isError } = useSearchPageQuery(
    { ...request, timestamp: page?.timestamp ?? '' },
    { skip: !turn },
  );
  useEffect(() => {
    if (isElsewhere) {
      setTurn(undefined);
      return;
    }
    if (!turn || (!next && !isError)) return;
    // the last record of a page is known only when the page is complete
    if (next && turn.by === -1 && !next.complete && !next.failed) return;
    const record = next?.records.at(turn.by === 1 ? 0 : -1);
    const { pageNumber } = turn;
    setTurn(undefined);
    onAddress({ pageNumber, selected: '' });
    if (!record) return;
    dispatch(recordRead(recordId(record)));
    onAddress({ pageNumber, selected: recordId(record) });
  }, [turn, isElsewhere, next, isError, onAddress, dispatch]);
  return { turning: turn !== undefined, turnTo: setTurn };
};

/** Previous and next record of the list, on any page. */
export const useSteps = <K extends ResultKind>(terms: StepTerms<K>): RecordSteps => {
  const { address, page, total, filtered, onSelect } = terms;
  const { turning, turnTo } = useTurn(terms);
  const records: readonly RecordOf<K>[] = page?.records ?? [];
  const placeOf = (id: string | undefined): number => records.findIndex((record) => recordId(record) === id);
  const before = filtered ? 0 : (address.pageNumber - 1) * pageSize;
  const go = (by: 1 | -1): void => {
    if (turning) return;
    const from = placeOf(address.selected ?? focusedRecord());
    const to = from < 0 ? (by === 1 ? 0 : records.length - 1) : from + by;
    const record = records[to];
    if (record) {
      onSelect(recordId(record));
      return;
    }
    const pageNumber = address.pageNumber + by;
    const isAtEnd = by === -1 || page?.complete === true;
    if (!filtered && isAtEnd && pageNumber >= 1 && pageNumber <= pagesOf(total))
      turnTo({ pageNumber, by, from: writeSearchAddress(address) });
  };
  const at = placeOf(address.selected);
  const latest = useRef(go);
  useEffect(() => {
    latest.current = go;
  });
  return { at: at < 0 ? undefined : before + at + 1, total, go: (by) => latest.current(by) };
};
