import type { ComponentProps, ReactNode } from 'react';
import { FieldFrame, FieldNote, type FieldTerms, TextField, useDescribedBy } from './fields.js';
import { Icon } from './icon.js';

type Terms = Pick<ComponentProps<'input'>, 'type' | 'inputMode' | 'maxLength' | 'autoComplete'> & {
  width?: string;
};

/** The kinds of text fields in forms (B1-017), with allowed input, keyboard and length. */
const kinds = {
  text: {},
  password: { type: 'password', autoComplete: 'current-password' },
  zip: { inputMode: 'numeric', maxLength: 5, autoComplete: 'postal-code', width: 'w-5' },
  tel: { type: 'tel', maxLength: 14, autoComplete: 'tel-national', width: 'w-15' },
  tel_international: { type: 'tel', maxLength: 25, autoComplete: 'tel', width: 'w-15' },
  email: { type: 'email', maxLength: 100, autoComplete: 'email', width: 'w-30' },
  number: { inputMode: 'numeric', width: 'w-10' },
  minute: { inputMode: 'numeric', maxLength: 2, width: 'w-1' },
} as const satisfies Record<string, Terms>;
export type FieldKind = keyof typeof kinds;

type InputProps = Omit<ComponentProps<'input'>, 'required' | 'className' | 'type' | 'width'>;
type NamedProps = FieldTerms & InputProps & { name: string };

/** A one-line text field of the given kind (B1-017). */
export function KindField({ kind, ...field }: NamedProps & { kind: FieldKind }) {
  return <TextField {...kinds[kind]} {...field} />;
}

/** A checkbox; the statement beside it is its label. */
export function CheckboxField({ label, name, ...input }: InputProps & { label: string; name: string }) {
  const described = useDescribedBy(name);
  return (
    <>
      <label className="choice" htmlFor={name}>
        <input
          {...input}
          className="check"
          type="checkbox"
          id={name}
          name={name}
          aria-describedby={described}
        />{' '}
        {label}
      </label>
      <FieldNote id={name} />
    </>
  );
}

const frameOf = ({ label, hint, error, required = false, span = 12 }: FieldTerms) => ({
  label,
  hint,
  error,
  required,
  span,
});

/** A field to choose one of the files on the user's computer. */
export function FileField(props: NamedProps) {
  const { label: _label, hint, error, required, span: _span, labelDetail: _detail, name, ...input } = props;
  return (
    <FieldFrame id={name} {...frameOf(props)}>
      <input
        {...input}
        className="input"
        type="file"
        id={name}
        name={name}
        aria-required={required || undefined}
        aria-invalid={error ? true : undefined}
        aria-describedby={useDescribedBy(name, { hint, error })}
      />
    </FieldFrame>
  );
}

interface LookupFieldProps extends NamedProps {
  /** Accessible name of the list that the button opens, for example the list of accounts. */
  lookup: string;
  onLookup(): void;
}

/** A text field with a button to look up its value in a list. */
export function LookupField({ lookup, onLookup, ...props }: LookupFieldProps) {
  const { label: _label, hint, error, required, span: _span, labelDetail: _detail, name, ...input } = props;
  return (
    <FieldFrame id={name} {...frameOf(props)}>
      <span className="joined">
        <input
          autoComplete="off"
          {...input}
          className="input"
          type="text"
          id={name}
          name={name}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={useDescribedBy(name, { hint, error })}
        />
        <button className="btn btn--icon" type="button" onClick={onLookup}>
          <Icon name="search" />
          <span className="sr">{lookup}</span>
        </button>
      </span>
    </FieldFrame>
  );
}

/** A value that the form shows but users cannot edit. */
export function LabelField({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="field c-12">
      <span className="label">{label}</span>
      <output>{children}</output>
    </div>
  );
}
