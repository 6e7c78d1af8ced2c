import type { ComponentProps } from 'react';
import { FieldFrame, type FieldTerms, useDescribedBy } from './fields.js';

interface AmountFieldProps extends FieldTerms, Omit<ComponentProps<'input'>, 'required' | 'className'> {
  name: string;
}

/** Dollars; the value is the typed text. */
export function AmountField(props: AmountFieldProps) {
  const { label, hint, error, required = false, span = 12, name, ...input } = props;
  return (
    <FieldFrame id={name} label={label} hint={hint} error={error} required={required} span={span}>
      <span className="affix w-10">
        <span className="affix__sign" aria-hidden="true">
          $
        </span>
        <input
          type="text"
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          {...input}
          id={name}
          name={name}
          className="input input--num"
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={useDescribedBy(name, { hint, error })}
        />
      </span>
    </FieldFrame>
  );
}
