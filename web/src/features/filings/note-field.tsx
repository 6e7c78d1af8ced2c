import type { ComponentProps } from 'react';
import { FieldFrame, useDescribedBy } from '../../ui/components/fields.js';

interface NoteFieldProps extends Omit<ComponentProps<'textarea'>, 'className'> {
  name: string;
  label: string;
  hint: string;
  error: string | undefined;
}

/** A text area for a short note to the sender of a document. */
export function NoteField({ name, label, hint, error, ...area }: NoteFieldProps) {
  return (
    <div className="form-row">
      <FieldFrame id={name} label={label} hint={hint} error={error}>
        <textarea
          {...area}
          className="input textarea"
          id={name}
          name={name}
          rows={3}
          aria-invalid={error ? true : undefined}
          aria-describedby={useDescribedBy(name, { hint, error })}
        />
      </FieldFrame>
    </div>
  );
}
