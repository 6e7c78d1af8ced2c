import { lazy, Suspense, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTexts } from '../shared/i18n/use-texts.js';
import { loadTexts } from '../shared/i18n/i18n.js';
import { setImageHandler, type ImageRequest } from '../shared/image-request.js';
import { setSavedHandler } from '../shared/saved-file.js';
import { useSheet } from '../ui/components/dialog.js';
import { Overlay } from '../ui/components/overlay.js';

const ImageFlow = lazy(async () => {
  const [flow] = await Promise.all([import('./image-flow.js'), loadTexts('preview', 'order', 'workbench')]);
  return flow;
});

/** The note that is shown after a download, loaded together with its texts, which belong to the order. */
const SavedNote = lazy(async () => {
  const [note] = await Promise.all([import('./saved-note.js'), loadTexts('order')]);
  return note;
});

/** The downloaded file that the note names. */
interface SavedFile {
  file: string;
  /** True if the file contains pages that were bought. */
  bought: boolean;
  sheet: HTMLElement | undefined;
}

/** Opens the windows preview, order and download when a feature requests images. They are loaded at first use. */
export function ImageFlowHost() {
  const t = useTexts();
  const [request, setRequest] = useState<ImageRequest>();
  const [saved, setSaved] = useState<SavedFile>();
  const sheet = useSheet();
  useEffect(() => setImageHandler(setRequest), []);
  useEffect(() => setSavedHandler((file) => setSaved({ file, bought: false, sheet })), [sheet]);
  const end = (file?: string): void => {
    request?.onClosed?.();
    setRequest(undefined);
    setSaved(file === undefined ? undefined : { file, bought: true, sheet });
  };
  const note = saved && (
    <Suspense>
      <SavedNote file={saved.file} bought={saved.bought} onClose={() => setSaved(undefined)} />
    </Suspense>
  );
  // When the sheet of details opens or closes, the note moves. A moved note is drawn outside the live region, so that
  // screen readers do not announce it again.
  const isMoved = saved !== undefined && saved.sheet !== sheet;
  const line = (
    <div className="bottom-line">
      <div role="status">{!isMoved && note}</div>
      {isMoved && note}
    </div>
  );
  return (
    <>
      {request && (
        <Suspense fallback={<Overlay text={t('ui:loading')} />}>
          <ImageFlow key={request.documentKey} request={request} onEnd={end} />
        </Suspense>
      )}
      {sheet ? createPortal(line, sheet) : line}
    </>
  );
}
