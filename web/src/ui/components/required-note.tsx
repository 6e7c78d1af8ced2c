import { useState, type ReactElement } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { TextField } from './fields.js';

interface NoteTerms {
  /** Id of the field. */
  name: string;
  label: string;
  /** Maximum number of characters. */
  longest: number;
}

/**
 * A required line of text in a dialog, such as a reason for the audit log.
 * @returns the field, and `read`, which returns the trimmed text; without a text it marks the field and returns
 * undefined
 */
export function useRequiredNote({ name, label, longest }: NoteTerms): {
  field: ReactElement;
  read(): string | undefined;
} {
  const t = useTexts();
  const [text, setText] = useState('');
  const [missing, setMissing] = useState(false);
  const read = (): string | undefined => {
    const note = text.trim();
    setMissing(note === '');
    if (note !== '') return note;
    document.getElementById(name)?.focus();
    return undefined;
  };
  const field = (
    <TextField
      name={name}
      label={label}
      required
      maxLength={longest}
      value={text}
      error={missing ? t('forms:required') : undefined}
      data-autofocus=""
      onChange={(event) => setText(event.target.value)}
    />
  );
  return { field, read };
}
