import { useEffect, useRef, useState, type ReactNode } from 'react';
import { keptPicture, type SitePictureKind } from '@portal/proto/site-pictures';
import { sessionEnded } from '../../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../../shared/http/alert-texts.js';
import { upload } from '../../../shared/http/upload.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty, useSharedDispatch } from '../../../shared/state/selectors.js';
import { FileField } from '../../../ui/components/field-kinds.js';
import { Icon } from '../../../ui/components/icon.js';
import { faultOfFile, pictureTypes } from './pictures.rules.js';
import './pictures.css';

interface PicturePlaceProps {
  id: string;
  kind: SitePictureKind;
  label: string;
  /** The file that is shown here; '' when the county has uploaded none. */
  name: string;
  disabled: boolean;
  error: string | undefined;
  onChange(name: string): void;
  /** Further buttons of the picture. */
  children?: ReactNode;
}

/** Shows a picture, with an upload that replaces the picture and a button that removes the picture. */
export function PicturePlace(props: PicturePlaceProps) {
  const { id, kind, label, name, disabled, error, onChange, children } = props;
  const t = useTexts();
  const { directory } = useCounty();
  const { part, refusal, note, choose, forget } = useUpload(kind, onChange);
  const remove = (): void => {
    forget();
    onChange('');
    document.getElementById(id)?.focus();
  };
  return (
    <div className={`picture picture--${kind}`} role="group" aria-label={label}>
      <div className="picture__frame">
        {name === '' ? (
          <span className="hint">{t('panel-pages:pictures.none')}</span>
        ) : (
          <img src={directory + name} alt={t('panel-pages:pictures.shown', { label })} />
        )}
      </div>
      <div className="picture__controls">
        <div className="form-row">
          <FileField
            name={id}
            label={label}
            error={refusal ?? error}
            accept={pictureTypes.join(',')}
            disabled={disabled || part !== undefined}
            onChange={({ target }) => {
              const [file] = target.files ?? [];
              if (file) void choose(file);
              // clears the input, so that the same file can be chosen again
              target.value = '';
            }}
          />
        </div>
        <div role="status">
          {part !== undefined && (
            <div className="progress">
              <span className="progress__text">
                {t('panel-pages:pictures.uploading', { percent: Math.floor(part * 100) })}
              </span>
              <progress value={part} aria-label={t('panel-pages:pictures.progress', { label })} />
            </div>
          )}
          {note && <span className="hint">{t(note)}</span>}
        </div>
        <div className="picture__actions">
          {children}
          {name !== '' && (
            <button
              className="btn btn--quiet btn--sm"
              type="button"
              disabled={disabled || part !== undefined}
              onClick={remove}
            >
              <Icon name="trash" small /> {t('panel-pages:pictures.remove')}
              <span className="sr"> {label}</span>
            </button>
          )}
        </div>
      </div>
    </div>
  );
}

/** Sends a chosen file. `part` goes from 0 to 1 during the upload. */
function useUpload(kind: SitePictureKind, onChange: (name: string) => void) {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const [part, setPart] = useState<number>();
  const [refusal, setRefusal] = useState<string>();
  const [note, setNote] = useState<string>();
  // keeps the newest callback, because the values of the form may change during the upload
  const arrived = useRef(onChange);
  const leaving = useRef<AbortController>(undefined);
  useEffect(() => {
    arrived.current = onChange;
  });
  useEffect(() => () => leaving.current?.abort(), []);
  const forget = (): void => {
    setRefusal(undefined);
    setNote(undefined);
  };
  const choose = async (file: File): Promise<void> => {
    forget();
    const fault = faultOfFile(file);
    if (fault !== undefined) return setRefusal(t(fault));
    const ending = new AbortController();
    leaving.current = ending;
    setPart(0);
    const { signal } = ending;
    const terms = { path: `controlPanel/countyPictures/${kind}`, file, onProgress: setPart, signal };
    const answer = await upload(terms, keptPicture);
    if (signal.aborted) return;
    setPart(undefined);
    if ('content' in answer) {
      setNote('panel-pages:pictures.uploaded');
      arrived.current(answer.content.name);
    } else if (isLoginNeeded(answer.error)) dispatch(sessionEnded());
    else setRefusal(windowErrorText(t, answer.error));
  };
  return { part, refusal, note, choose, forget };
}
