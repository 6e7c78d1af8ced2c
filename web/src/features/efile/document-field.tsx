import { useRef, useState, type DragEvent } from 'react';
import { filingContentTypes } from '@portal/proto/efile';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { megabytes } from './efile.rules.js';
import type { Leaving } from './use-document.js';

interface DocumentFieldProps {
  file: File | undefined;
  error: string | undefined;
  leaving: Leaving | undefined;
  onFile(file: File | undefined): void;
}

/**
 * The field for the document, which users drop or choose. Shows the size of the file, and the progress of the upload
 * (B10-04).
 */
export function DocumentField({ file, error, leaving, onFile }: DocumentFieldProps) {
  const t = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const take = (chosen: File | undefined): void => {
    if (chosen) onFile(chosen);
    // clears the input, so that the same file can be chosen again
    if (input.current) input.current.value = '';
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (!leaving) take(event.dataTransfer.files[0]);
  };
  return (
    <section className="form-section" aria-labelledby="efile-images">
      <h2 id="efile-images">{t('efile:images')}</h2>
      <div
        className={over ? 'drop is-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="document" />
        <p>
          <span className="strong">
            {t('efile:drop')}
            <span className="required" aria-hidden="true">
              {' *'}
            </span>
          </span>
          <span className="hint" id="image-hint">
            {t('efile:fileHint')}
          </span>
        </p>
        <label className="btn">
          {t('efile:choose')}
          <input
            ref={input}
            className="sr"
            type="file"
            id="image"
            name="image"
            accept={[...filingContentTypes, '.pdf', '.tif', '.tiff'].join(',')}
            disabled={leaving !== undefined}
            aria-required
            aria-invalid={error === undefined ? undefined : true}
            aria-describedby={error === undefined ? 'image-hint' : 'image-hint image-error'}
            onChange={({ target }) => take(target.files?.[0])}
          />
        </label>
      </div>
      {error !== undefined && (
        <span className="field-error" id="image-error">
          {error}
        </span>
      )}
      {file && <ChosenFile file={file} leaving={leaving} onRemove={() => onFile(undefined)} />}
    </section>
  );
}

interface ChosenFileProps {
  file: File;
  leaving: Leaving | undefined;
  onRemove(): void;
}

function ChosenFile({ file, leaving, onRemove }: ChosenFileProps) {
  const t = useTexts();
  if (leaving) return <LeavingFile file={file} leaving={leaving} />;
  return (
    <p className="chosen">
      <span className="strong">{file.name}</span> <span className="muted">{megabytes(file.size)}</span>
      <button className="btn btn--quiet btn--sm" type="button" onClick={onRemove}>
        <Icon name="trash" small /> {t('efile:remove', { file: file.name })}
      </button>
    </p>
  );
}

function LeavingFile({ file, leaving: { part, cancel } }: { file: File; leaving: Leaving }) {
  const t = useTexts();
  const percent = Math.floor(part * 100);
  const label = part < 1 ? t('efile:uploading', { file: file.name }) : t('efile:checking');
  return (
    <div className="progress">
      <div className="progress__text">
        <span role="status">{label}</span>
        <span className="num muted">{percent}%</span>
      </div>
      <progress value={percent} max={100} aria-label={label} />
      <button className="btn btn--quiet btn--sm" type="button" onClick={cancel}>
        {t('efile:cancel')}
      </button>
    </div>
  );
}
