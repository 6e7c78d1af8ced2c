import type { ComponentProps } from 'react';
import type { Choice } from './fields.js';

interface RadioFieldProps extends Omit<ComponentProps<'input'>, 'type' | 'className'> {
  name: string;
  label: string;
  choices: readonly Choice[];
}

/** Up to five choices, whose texts are too long to be shown side by side on a phone. */
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
