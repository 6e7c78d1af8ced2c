import type { ListedImport } from '@portal/proto/http/monitoring';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { countText, ImportProgress, StateBadge } from './import-state.js';

/** The progress of an import's page images. Without a progress report, shows how many page images the import lists. */
export function PageImagesState({ run: { id, images, pageImages } }: { run: ListedImport }) {
  const t = useTexts();
  if (!pageImages)
    return images ? t('monitoring:imports.pageImage.listed', { rows: countText(images) }) : '\u2013';
  const { state, pages, done, refused, failure } = pageImages;
  const counts = { done: countText(done), pages: countText(pages), refused: countText(refused) };
  const isPartly = state === 'DONE' && refused > 0;
  return (
    <div>
      <StateBadge state={isPartly ? 'PARTLY' : state} />
      {state === 'WAITING' && <p className="small">{t('monitoring:imports.pageImage.waiting')}</p>}
      {state === 'RUNNING' && (
        <ImportProgress
          id={`page-images-${id}`}
          label={t('monitoring:imports.pageImage.running', counts)}
          done={done + refused}
          whole={pages}
        />
      )}
      {state === 'DONE' && <p className="small">{t('monitoring:imports.pageImage.done', counts)}</p>}
      {refused > 0 && <p className="small">{t('monitoring:imports.pageImage.refused', counts)}</p>}
      {state === 'INTERRUPTED' && <p className="small">{t('monitoring:imports.interrupted')}</p>}
      {failure !== '' && <p className="small">{failure}</p>}
    </div>
  );
}
