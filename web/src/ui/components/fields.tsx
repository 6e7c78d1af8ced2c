import { createContext, useContext, type ComponentProps, type ReactNode } from 'react';

/** How many of the twelve columns a field takes. */
export type Span = 2 | 3 | 4 | 5 | 6 | 7 | 8 | 12;

export interface FieldTerms {
  label: string;
  /** Read out after the label, for example ', second name'. */
  labelDetail?: string;
  hint?: string | undefined;
  error?: string | undefined;
  required?: boolean;
  span?: Span;
}

interface FieldFrameProps extends FieldTerms {
  id: string;
  children: ReactNode;
}

const hintId = (id: string): string => `${id}-hint`;
const errorId = (id: string): string => `${id}-error`;

const noteId = (id: string): string => `${id}-note`;

/** The notes of a form, by the name of the field. A field shows its note below its error. */
export const FieldNotes = createContext<Readonly<Record<string, string>>>({});

/** The attribute that connects a control with its hint, error and note. */
export const useDescribedBy = (
  id: string,
  { hint, error }: Pick<FieldTerms, 'hint' | 'error'> = {},
): string | undefined => {
  const note = useContext(FieldNotes)[id];
  return (
    [hint && hintId(id), error && errorId(id), note && noteId(id)].filter(Boolean).join(' ') || undefined
  );
};

/** The note of a field, if it has one. */
export function FieldNote({ id }: { id: string }) {
  const note = useContext(FieldNotes)[id];
  return note === undefined ? null : (
    <span className="field-note" id={noteId(id)}>
      {note}
    </span>
  );
}

/** A field's label, hint, control, error and note, each aligned with the same part of the other fields in its row. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, labelDetail, hint, error, required = false, span = 12, children } = props;
  return (
    <div className={`field c-${span}`}>
      <label className="label" htmlFor={id}>
        {label}
        {labelDetail && <span className="sr">{labelDetail}</span>}
        {required && (
          <span className="required" aria-hidden="true">
            {' *'}
          </span>
        )}
      </label>
      {hint && (
        <span className="hint" id={hintId(id)}>
          {hint}
        </span>
      )}
      {children}
      {error && (
        <span className="field-error" id={errorId(id)}>
          {error}
        </span>
      )}
      <FieldNote id={id} />
    </div>
  );
}

type InputProps = Omit<ComponentProps<'input'>, 'required' | 'className'>;

interface TextFieldProps extends FieldTerms, InputProps {
  name: string;
  /** Class for the usual length of the value: `w-1` to `w-30`. */
  width?: string;
  /** Id of another element that describes the field. */
  also?: string;
}

/** A one-line text field. */
export function TextField(props: TextFieldProps) {
  const { label, labelDetail, hint, error, required = false, span = 12, width, also, name, ...input } = props;
  const frame = { label, hint, error, required, span, ...(labelDetail && { labelDetail }) };
  return (
    <FieldFrame id={name} {...frame}>
      <input
        type="text"
        autoComplete="off"
        {...input}
        id={name}
        name={name}
        className={width ? `input ${width}` : 'input'}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [useDescribedBy(name, { hint, error }), also].filter(Boolean).join(' ') || undefined
        }
      />
    </FieldFrame>
  );
}

export interface Choice {
  value: string;
  text: string;
}

interface SelectFieldProps extends FieldTerms, Omit<ComponentProps<'select'>, 'required' | 'className'> {
  name: string;
  choices: readonly Choice[];
}

/** A select, for a longer list of choices. */
export function SelectField(props: SelectFieldProps) {
  const { label, labelDetail, hint, error, required = false, span = 12, name, choices, ...select } = props;
  const frame = { label, hint, error, required, span, ...(labelDetail && { labelDetail }) };
  return (
    <FieldFrame id={name} {...frame}>
      <select
        {...select}
        id={name}
        name={name}
        className="select"
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={useDescribedBy(name, { hint, error })}
      >
        {choices.map(({ value, text }) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface SegmentedProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  name: string;
  choices: readonly Choice[];
  small?: boolean;
  /** The chosen value, if no form stores it. */
  chosen?: string;
}

/** Two to four short choices side by side. The caller gives the group its name. */
export function Segmented({ choices, small = false, chosen, ...input }: SegmentedProps) {
  return (
    <div className={small ? 'segmented segmented--sm' : 'segmented'}>
      {choices.map(({ value, text }) => (
        <label key={value}>
          <input
            {...input}
            type="radio"
            value={value}
            {...(chosen !== undefined && { checked: chosen === value })}
          />{' '}
          {text}
        </label>
      ))}
    </div>
  );
}

interface SegmentedFieldProps extends SegmentedProps {
  label: string;
  span?: Span;
}

/** A labeled segmented control in a row of fields. */
export function SegmentedField({ label, span = 12, ...segmented }: SegmentedFieldProps) {
  const labelId = `${segmented.name}-label`;
  return (
    <div
      className={`field c-${span}`}
      role="radiogroup"
      aria-labelledby={labelId}
      aria-describedby={useDescribedBy(segmented.name)}
    >
      <span className="label" id={labelId}>
        {label}
      </span>
      <Segmented {...segmented} />
      <FieldNote id={segmented.name} />
    </div>
  );
}
