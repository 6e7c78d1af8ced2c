import { useEffect, useMemo, useRef, type MouseEvent, type ReactNode } from 'react';
import type { ManagedUser } from '@portal/proto/http/user-manager';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { saveTimeText } from '../../shared/save-time.js';
import { useCounty } from '../../shared/state/selectors.js';
import type { OpenedEntry } from '../../shared/use-opened-entry.js';
import { FieldNotes } from './fields.js';
import { Icon } from './icon.js';
import './changed-entry.css';

/** A field that somebody else has changed since the page was opened. */
export interface StoredField {
  /** The field's name, which is usually also the id of its control. */
  field: string;
  label: string;
  /** The stored value as a text. */
  value: string;
}

const controlOf = (field: string): HTMLElement | null =>
  document.getElementById(field) ??
  document.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]:checked`);

interface ChangedEntryProps {
  entry: Pick<OpenedEntry<Saved>, 'stored' | 'takeStored'>;
  /** Whether the entry is a user or an account. */
  of: 'user' | 'account';
  /** The fields that differ. */
  fields: readonly StoredField[];
}

type Saved = Pick<ManagedUser, 'version' | 'saved'>;

/**
 * A message if somebody else has changed the entry since the page was opened; otherwise nothing. It names the colleague
 * and the time of the save where they are known.
 */
export function ChangedEntry({ entry: { stored, takeStored }, of, fields }: ChangedEntryProps) {
  const t = useTexts();
  const { timeZone } = useCounty().county;
  if (!stored) return null;
  const { version, saved } = stored;
  const title = saved
    ? t(`panel:changedEntry.${of}By`, {
        who: saved.by || t('panel:changedEntry.somebody'),
        time: saveTimeText(t, saved.at, timeZone),
      })
    : t(`panel:changedEntry.${of}`);
  return <Message title={title} fields={fields} key={version} onTake={takeStored} />;
}

interface MessageProps extends Pick<ChangedEntryProps, 'fields'> {
  title: string;
  /** Takes the stored values of the fields into the form. */
  onTake(): void;
}

/**
 * The message, with a link to each field that differs. It gets the focus when it appears. When the user takes the
 * stored values, the focus moves to the first of these fields.
 */
function Message({ title, fields, onTake }: MessageProps) {
  const t = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const goTo = (event: MouseEvent, field: string): void => {
    event.preventDefault();
    controlOf(field)?.focus();
  };
  const take = (): void => {
    onTake();
    // the form then renders its fields again, so the control to focus exists only in the next frame
    requestAnimationFrame(() => {
      const [first] = fields.flatMap(({ field }) => controlOf(field) ?? []);
      (first ?? document.querySelector<HTMLElement>('h1'))?.focus();
    });
  };
  return (
    <div className="alert alert--warning" role="alert" tabIndex={-1} ref={ref}>
      <Icon name="warning" />
      <div className="alert__body stack">
        <h2>{title}</h2>
        <p>{t(fields.length > 0 ? 'panel:changedEntry.advice' : 'panel:changedEntry.adviceNone')}</p>
        <ul>
          {fields.map(({ field, label, value }) => (
            <li key={field}>
              <a href={`#${field}`} onClick={(event) => goTo(event, field)}>
                {t('panel:changedEntry.field', { label, value })}
              </a>
            </li>
          ))}
        </ul>
        {fields.length > 0 && (
          <button className="btn" type="button" onClick={take}>
            {t('panel:changedEntry.take')}
          </button>
        )}
      </div>
    </div>
  );
}

/** Shows the stored value below each field of a form that somebody else has changed. */
export function StoredNotes({ fields, children }: { fields: readonly StoredField[]; children: ReactNode }) {
  const t = useTexts();
  const notes = useMemo(
    () =>
      Object.fromEntries(
        fields.map(({ field, value }) => [field, t('panel:changedEntry.stored', { value })]),
      ),
    [t, fields],
  );
  return <FieldNotes value={notes}>{children}</FieldNotes>;
}
