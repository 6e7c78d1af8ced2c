import { useCallback, useMemo } from 'react';
import { useStore } from 'react-redux';
import { recordId, type RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { listOf, recordsChecked, selectionLimit, type ListState } from '../../shared/state/search.slice.js';
import { useSharedDispatch, type SharedState } from '../../shared/state/selectors.js';

export interface Selection<K extends ResultKind> {
  count: number;
  /** True while only the selected records are shown; the selection cannot change then (B8-04). */
  frozen: boolean;
  has(record: RecordOf<K>): boolean;
  check(record: RecordOf<K>, checked: boolean): void;
  checkAll(records: readonly RecordOf<K>[], checked: boolean): void;
}

/** The selected records of a list: at most a hundred, from any page (B8-02, B8-07). */
export const useSelection = <K extends ResultKind>(search: string, list: ListState): Selection<K> => {
  const t = useTexts();
  const store = useStore<SharedState>();
  const dispatch = useSharedDispatch();
  const keys = useMemo(() => new Set(list.checked.map(recordId)), [list.checked]);
  const checkAll = useCallback(
    (records: readonly RecordOf<K>[], checked: boolean): void => {
      const before = new Set(listOf(store.getState().search, search).checked.map(recordId));
      const added = records.filter((record) => !before.has(recordId(record)));
      dispatch(recordsChecked({ search, records: [...records], checked }));
      if (checked && before.size + added.length > selectionLimit)
        void showAlert(t('results:selectionLimit'), 'WARNING');
    },
    [dispatch, store, search, t],
  );
  const check = useCallback(
    (record: RecordOf<K>, checked: boolean) => checkAll([record], checked),
    [checkAll],
  );
  const frozen = list.filtered;
  return useMemo(
    () => ({ count: keys.size, frozen, has: (record) => keys.has(recordId(record)), check, checkAll }),
    [keys, frozen, check, checkAll],
  );
};
