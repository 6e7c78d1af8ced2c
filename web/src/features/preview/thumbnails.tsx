import type { ThumbnailsAnswer } from '@portal/proto/http/imaging';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { zoomOf } from './preview.rules.js';
import type { PreviewState } from './use-preview.js';
import { useLens } from './use-lens.js';

interface ThumbnailsProps {
  documentKey: string;
  state: PreviewState;
  /** The page whose enlarged view was just closed; its thumbnail gets the focus. */
  focusOn: number | undefined;
  busy: boolean;
  /** Without this function, pages cannot be selected. */
  onToggle: ((page: number) => void) | undefined;
  onEnlarge(page: number): void;
}

/** The pages of the view (A9-02). If there are several, users who may buy can select each page (A9-03). */
export function Thumbnails({ documentKey, state, focusOn, busy, onToggle, onEnlarge }: ThumbnailsProps) {
  const { thumbnails } = state.answer;
  const several = thumbnails.length > 1;
  return (
    <ul className={thumbnails.length < 3 ? 'thumbs thumbs--few' : 'thumbs'} aria-busy={busy}>
      {thumbnails.map((thumbnail) => (
        <Thumbnail
          key={thumbnail.page}
          documentKey={documentKey}
          thumbnail={thumbnail}
          selected={state.selection.selectedAsBoolean[thumbnail.page - 1] ?? false}
          zoom={zoomOf(thumbnails.length)}
          focus={thumbnail.page === focusOn}
          onToggle={several && onToggle ? () => onToggle(thumbnail.page) : undefined}
          onEnlarge={() => onEnlarge(thumbnail.page)}
        />
      ))}
    </ul>
  );
}

interface ThumbnailProps {
  documentKey: string;
  thumbnail: ThumbnailsAnswer['thumbnails'][number];
  selected: boolean;
  zoom: number;
  focus: boolean;
  onToggle: (() => void) | undefined;
  onEnlarge(): void;
}

function Thumbnail({ documentKey, thumbnail, selected, zoom, focus, onToggle, onEnlarge }: ThumbnailProps) {
  const t = useTexts();
  const { page, image, damaged } = thumbnail;
  const { ref, zoomed, picture, handlers } = useLens(documentKey, page, zoom);
  return (
    <li className="thumb" onContextMenu={(event) => event.preventDefault()}>
      <button
        type="button"
        className={zoomed ? 'thumb__lens is-zoomed' : 'thumb__lens'}
        aria-keyshortcuts="Z"
        onClick={onEnlarge}
        {...handlers}
        data-autofocus={focus || undefined}
        ref={ref}
      >
        <img
          src={picture ?? `data:image/jpeg;base64,${image}`}
          alt={t('preview:openLarger', { page })}
          draggable={false}
        />
      </button>
      <div className="thumb__foot">
        {onToggle ? (
          <label className="choice">
            <input className="check" type="checkbox" checked={selected} onChange={onToggle} />{' '}
            {t('preview:page', { page })}
          </label>
        ) : (
          <span className="thumb__number">{t('preview:page', { page })}</span>
        )}
        {zoomed && <span>{t('preview:escEndsZoom')}</span>}
      </div>
      {damaged && (
        <p className="thumb__damage">
          <Icon name="warning" small /> {t('preview:damaged')}
        </p>
      )}
    </li>
  );
}
