import { lazy, Suspense, useState } from 'react';
import type { ThumbnailsAnswer } from '@portal/proto/http/imaging';
import { serverUrl } from '../../shared/http/server.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Icon } from '../../ui/components/icon.js';
import { PageImage } from './page-image.js';
import { useZoomQuery } from './preview.api.js';
import { noView, type ViewTools } from './viewer-tools.js';

const ZoomViewer = lazy(() => import('./zoom-viewer.js'));

/**
 * Maximum size in pixels of a single picture. Larger pages are plats and come as tiles (imaging/DESIGN.md#previews).
 */
const largestPicture = 1_400;

interface EnlargedPageProps {
  documentKey: string;
  header: ThumbnailsAnswer['header'];
  page: number;
  onPage(page: number): void;
  onKeep(): void;
  onIgnore(): void;
  onBack(): void;
}

/**
 * One page enlarged, with buttons that keep the page in the selection or leave it out (A9-05). Esc and 'All pages'
 * return to the thumbnails.
 */
export function EnlargedPage(props: EnlargedPageProps) {
  const { documentKey, header, page, onPage, onKeep, onIgnore, onBack } = props;
  const t = useTexts();
  const title = header.uiTitleBeginningOfSentence;
  const [tools, setTools] = useState<ViewTools>(noView);
  return (
    <Dialog
      title={t('preview:pageOf', { page, pages: header.pageCount })}
      subtitle={title}
      size="xl"
      closeText={t('shell:close')}
      onClose={onBack}
      foot={
        <>
          <button className="btn btn--quiet dialog__back" type="button" onClick={onBack}>
            <Icon name="arrow-left" /> {t('preview:allPages')}
          </button>
          <button className="btn" type="button" onClick={onIgnore}>
            {t('preview:ignorePage')}
          </button>
          <button className="btn btn--primary" type="button" onClick={onKeep}>
            {t('preview:keepPage')}
          </button>
        </>
      }
    >
      <div className="viewer">
        <ViewerBar tools={tools} page={page} pages={header.pageCount} onPage={onPage} />
        <Desk
          key={page}
          documentKey={documentKey}
          page={page}
          name={t('preview:pageName', { page, title })}
          onTools={setTools}
        />
      </div>
    </Dialog>
  );
}

interface DeskProps {
  documentKey: string;
  page: number;
  name: string;
  onTools(tools: ViewTools): void;
}

/** A plat is shown in tiles, any other page as one picture. */
function Desk({ documentKey, page, name, onTools }: DeskProps) {
  const t = useTexts();
  const { data: zoom, isError } = useZoomQuery({ documentKey, page });
  const picture = serverUrl(`imaging/document/${documentKey}/page/${page}/large`);
  if (!zoom && !isError) {
    return (
      <div className="viewer__desk" role="status">
        <span className="sr">{t('ui:loading')}</span>
      </div>
    );
  }
  if (!zoom || Math.max(zoom.width, zoom.height) <= largestPicture) {
    return <PageImage source={picture} name={name} onTools={onTools} />;
  }
  const tiles = serverUrl(`imaging/document/${documentKey}/page/${page}/tile/`);
  return (
    <Suspense fallback={<div className="viewer__desk" />}>
      <ZoomViewer tiles={tiles} zoom={zoom} name={name} onTools={onTools} />
    </Suspense>
  );
}

interface ViewerBarProps {
  tools: ViewTools;
  page: number;
  pages: number;
  onPage(page: number): void;
}

function ViewerBar({ tools, page, pages, onPage }: ViewerBarProps) {
  const t = useTexts();
  const button = (icon: string, text: string, work: () => void, possible = true) => (
    <button
      className="btn btn--quiet btn--icon btn--sm"
      type="button"
      aria-disabled={!possible || undefined}
      onClick={() => possible && work()}
    >
      <Icon name={icon} />
      <span className="sr">{text}</span>
    </button>
  );
  return (
    <div className="viewer__bar">
      <div className="toolbar">
        {button('zoom-out', t('preview:viewer.zoomOut'), tools.zoomOut)}
        <span className="count" role="status">
          {tools.percent}%
        </span>
        {button('zoom-in', t('preview:viewer.zoomIn'), tools.zoomIn)}
        {button('fit', t('preview:viewer.fit'), tools.fit)}
        {button('rotate', t('preview:viewer.rotate'), tools.rotate)}
      </div>
      {pages > 1 && (
        <div className="toolbar">
          {button('chevron-left', t('preview:viewer.previous'), () => onPage(page - 1), page > 1)}
          {button('chevron-right', t('preview:viewer.next'), () => onPage(page + 1), page < pages)}
        </div>
      )}
    </div>
  );
}
