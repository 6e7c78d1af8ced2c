import type { ComponentProps } from 'react';
import type { Choice } from './fields.js';

interface RadioFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  name: string;
  label: string;
  choices: readonly Choice[];
}

/** Up to five choices that are too long to stand side by side on a phone. */
export function RadioField({ label, choices, ...input }: RadioFieldProps) {
  return (
    <fieldset className="radios">
      <legend className="label">{label}</legend>
      <div className="radios__row">
        {choices.map(({ value, text }) => (
          <label className="choice" key={value}>
            <input {...input} className="radio" type="radio" value={value} /> {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
