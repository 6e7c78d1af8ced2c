import type { OwnControlProps } from '../section-form/own-control.js';

const numbers = [1, 2, 3, 4, 5, 6] as const;

/** A select for the number of slides, from one to six (C4-37). */
export default function NumberOfSlides({ id, label, value, disabled, errorOf, onChange }: OwnControlProps) {
  const error = errorOf('');
  return (
    <div className="form-row">
      <div className="field c-12">
        <label className="label" htmlFor={id}>
          {label}
        </label>
        <select
          className="select w-5"
          id={id}
          value={String(value)}
          disabled={disabled}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={`${id}-effect`}
          onChange={({ target }) => onChange(Number(target.value))}
        >
          {numbers.map((number) => (
            <option key={number} value={number}>
              {number}
            </option>
          ))}
        </select>
      </div>
    </div>
  );
}
