import { lazy, memo, Suspense, useState } from 'react';
import { recordId, type RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import type { SearchAddress } from '../../shared/search-address.js';
import { readMarksCleared } from '../../shared/state/search.slice.js';
import { useCounty, useShared, useSharedDispatch } from '../../shared/state/selectors.js';
import { asCards, useMedia } from '../../shared/use-media.js';
import { Icon } from '../../ui/components/icon.js';
import { ExportMenu } from './export-menu.js';
import { focusList } from './focus.js';
import { PrintButton } from './print-button.js';
import type { ResultView } from './result-view.js';
import type { Readdress, Results } from './use-results.js';
import { useRoomForWords } from './use-room-for-words.js';

const NotableDatesDialog = lazy(async () => ({
  default: (await import('./notable-dates-dialog.js')).NotableDatesDialog,
}));
const PrintList = lazy(async () => ({ default: (await import('./print-list.js')).PrintList }));

interface ResultsToolsProps<K extends ResultKind> {
  view: ResultView<K>;
  address: SearchAddress;
  total: number | undefined;
  /** The shown records. */
  records: readonly RecordOf<K>[];
  list: Results['list'];
  onAddress: Readdress;
  onFilter(): void;
  onFilterEnd(): void;
}

interface LineProps<K extends ResultKind> extends ResultsToolsProps<K> {
  onSaveList(): void;
  onDates(): void;
}

/** The tools above the list: order, selection, read marks, files and dates. */
export const ResultsTools = memo(Tools) as typeof Tools;

function Tools<K extends ResultKind>(props: ResultsToolsProps<K>) {
  const bar = useRoomForWords();
  const isNarrow = useMedia(asCards);
  const { notableDates } = useCounty();
  const [showsDates, setShowsDates] = useState(false);
  const [saves, setSaves] = useState(0);
  const { address, total = 0 } = props;
  const lines = { ...props, onSaveList: () => setSaves(saves + 1), onDates: () => setShowsDates(true) };
  return (
    <>
      <div className="toolbar" ref={bar}>
        {isNarrow ? <TwoLines {...lines} /> : <OneLine {...lines} />}
      </div>
      {/*
        The windows are outside the toolbar, because its lines are rendered anew when the user rotates a phone, and the
        windows must stay open.
      */}
      <Suspense>
        {showsDates && <NotableDatesDialog dates={notableDates} onClose={() => setShowsDates(false)} />}
      </Suspense>
      <Suspense>{saves > 0 && <PrintList key={saves} address={address} total={total} />}</Suspense>
    </>
  );
}

function OneLine<K extends ResultKind>(props: LineProps<K>) {
  return (
    <>
      {!props.list.filtered && <SortTools {...props} />}
      <FilterButton {...props} />
      <div className="toolbar__group toolbar__end">
        <ResetRead text={props.view.resetRead} records={props.records} />
        <FileTools {...props} />
        <DatesButton onDates={props.onDates} />
      </div>
    </>
  );
}

/** The lines never wrap, because on a phone a third line would take the place of a record. */
function TwoLines<K extends ResultKind>(props: LineProps<K>) {
  return (
    <>
      <div className="toolbar__line">
        {!props.list.filtered && <SortTools {...props} />}
        <div className="toolbar__group toolbar__end">
          <FileTools {...props} />
        </div>
      </div>
      <div className="toolbar__line">
        <FilterButton {...props} />
        <div className="toolbar__group toolbar__end">
          <ResetRead text={props.view.resetRead} records={props.records} />
          <DatesButton onDates={props.onDates} />
        </div>
      </div>
    </>
  );
}

function FileTools<K extends ResultKind>({ view, address, total = 0, list, onSaveList }: LineProps<K>) {
  const { search2 } = useCounty();
  if (total === 0) return null;
  return (
    <>
      <PrintButton filtered={list.filtered} onSave={onSaveList} />
      {search2.downloadResults && view.downloads(address.type) && <ExportMenu address={address} />}
    </>
  );
}

function SortTools<K extends ResultKind>({
  view,
  address,
  onAddress,
}: Pick<ResultsToolsProps<K>, 'view' | 'address' | 'onAddress'>) {
  const t = useTexts();
  const county = useCounty();
  const ascending = address.sortDirection === 'ASC';
  const choices = view.sorts({ t, county });
  return (
    <div className="toolbar__group">
      <label className="label" htmlFor="sort">
        {t('results:sort.label')}
      </label>
      <select
        className="select"
        id="sort"
        value={address.sortKey}
        onChange={({ target }) => {
          const sortKey = choices.find(({ value }) => value === target.value)?.value;
          if (sortKey) onAddress({ sortKey, pageNumber: 1, selected: '' });
        }}
      >
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <button
        className="btn btn--icon btn--sm"
        type="button"
        onClick={() => onAddress({ sortDirection: ascending ? 'DESC' : 'ASC', pageNumber: 1, selected: '' })}
      >
        <Icon name={ascending ? 'sort-asc' : 'sort-desc'} />
        <span className="sr">{t(ascending ? 'results:sort.ascending' : 'results:sort.descending')}</span>
      </button>
    </div>
  );
}

/** Shows only the selected records, or the whole list again (B8-01, B8-03, B8-05). */
function FilterButton({
  list,
  onFilter,
  onFilterEnd,
}: Pick<ResultsToolsProps<ResultKind>, 'list' | 'onFilter' | 'onFilterEnd'>) {
  const t = useTexts();
  const { checked, filtered } = list;
  const none = checked.length === 0;
  if (filtered) {
    return (
      <button className="btn btn--sm" type="button" onClick={onFilterEnd}>
        <Icon name="close" /> {t('results:removeFilter')}
      </button>
    );
  }
  return (
    <button
      className="btn btn--sm"
      type="button"
      aria-disabled={none || undefined}
      title={none ? t('results:filterHint') : undefined}
      onClick={() => !none && onFilter()}
    >
      <Icon name="filter" /> {t('results:filterSelections')}
      {!none && <span className="num"> ({checked.length})</span>}
    </button>
  );
}

/**
 * Clears the read marks; visible only when shown records have marks (B8-09, B8-10). The space of the button is always
 * reserved, so that the other tools do not move when the first record is opened.
 */
function ResetRead({ text, records }: { text: string; records: readonly RecordOf<ResultKind>[] }) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const read = useShared((state) => state.search.readRecords);
  const hasRead = records.some((record) => read.includes(recordId(record)));
  const clear = (): void => {
    focusList();
    dispatch(readMarksCleared());
  };
  return (
    <button
      className="btn btn--quiet btn--sm tool--kept"
      type="button"
      title={t(text)}
      hidden={!hasRead}
      onClick={clear}
    >
      <Icon name="eye" /> <span className="tool__text">{t(text)}</span>
    </button>
  );
}

function DatesButton({ onDates }: { onDates(): void }) {
  const t = useTexts();
  return (
    <button
      className="btn btn--quiet btn--sm"
      type="button"
      title={t('results:notableDates')}
      onClick={onDates}
    >
      <Icon name="calendar" /> <span className="tool__text">{t('results:notableDates')}</span>
    </button>
  );
}
