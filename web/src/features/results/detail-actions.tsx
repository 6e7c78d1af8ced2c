import { recordId, type RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { useParcelLinks } from './parcel-links.js';
import type { ResultView } from './result-view.js';

interface DetailActionsProps<K extends ResultKind> {
  view: ResultView<K>;
  id: string | undefined;
  record: RecordOf<K> | undefined;
  /** The row of the list, which is used until the record has loaded. */
  row: RecordOf<K> | undefined;
  onImages(id: string, record: RecordOf<K> | undefined): void;
  nothingSelected(): void;
}

/**
 * The buttons for the record. If no record is selected, the buttons ask the user to select one (B4-20 to B4-22, B4-37,
 * B5-12, B5-13).
 */
export function DetailActions<K extends ResultKind>(props: DetailActionsProps<K>) {
  const { view, id, record, row, onImages, nothingSelected } = props;
  const t = useTexts();
  const user = useUser();
  const { search2 } = useCounty();
  const parcels = useParcelLinks();
  const { images, hasParcels } = view;
  const open = (work: (key: string) => void) => (): void => (id ? work(id) : nothingSelected());
  const shown = record ?? row;
  const showImages = (key: string): void => onImages(shown ? recordId(shown) : key, shown);
  const hasImages = user !== null && images.allowed(user);
  const hasMap = hasParcels && search2.map;
  const hasTax = hasParcels && search2.tax;
  if (!hasImages && !hasMap && !hasTax) return null;
  return (
    <div className="detail__actions">
      {hasImages && (
        <button
          className="btn btn--primary btn--sm"
          type="button"
          aria-keyshortcuts="I"
          onClick={open(showImages)}
        >
          <Icon name={images.icon} /> {t(images.text)}
        </button>
      )}
      {hasMap && (
        <button
          className="btn btn--sm"
          type="button"
          aria-keyshortcuts="M"
          onClick={open((key) => parcels.show('gis', key))}
        >
          <Icon name="map" /> {t('results:detail.map')}
        </button>
      )}
      {hasTax && (
        <button className="btn btn--sm" type="button" onClick={open((key) => parcels.show('tax', key))}>
          <Icon name="bank" /> {t('results:detail.tax')}
        </button>
      )}
      {parcels.dialog}
    </div>
  );
}
