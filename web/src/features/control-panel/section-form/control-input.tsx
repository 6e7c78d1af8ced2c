import { centsOfText, dollars } from '@portal/proto/amounts';
import type { KeyboardEvent } from 'react';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import type { Choice } from '../../../ui/components/fields.js';
import type { SimpleControl } from './page-description.js';

export interface ControlInputProps {
  id: string;
  control: SimpleControl;
  /** The value as typed: an amount or a number is a text that is not parsed yet. */
  value: unknown;
  disabled?: boolean | undefined;
  invalid?: boolean | undefined;
  required?: boolean | undefined;
  describedBy?: string | undefined;
  /** The name of a control that has no label beside it. */
  label?: string | undefined;
  /** The id of the label, if the control is a group of inputs. */
  labelledBy?: string | undefined;
  onChange(value: unknown): void;
}

/** The control of a value, without its label. Fields, cells of a table and rows of a list use it. */
export function ControlInput(props: ControlInputProps) {
  const { control } = props;
  switch (control.kind) {
    case 'box':
      return <Box {...props} />;
    case 'yesNo':
      return <YesNo {...props} />;
    case 'segmented':
      return <SegmentedInput {...props} choices={control.choices} />;
    case 'select':
      return <Select {...props} choices={control.choices} />;
    case 'longText':
      return (
        <textarea
          {...sharedTerms(props)}
          className="input textarea"
          rows={control.lines ?? 4}
          maxLength={control.most}
          value={textOf(props.value)}
          onChange={({ target }) => props.onChange(target.value)}
        />
      );
    case 'text':
      return <Line {...props} className={`input ${control.width ?? ''}`.trimEnd()} most={control.most} />;
    case 'money':
      return <Amount {...props} sign="$" />;
    case 'percent':
      return <Amount {...props} sign="%" />;
    case 'number':
      return <NumberLine {...props} unit={control.unit} />;
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const sharedTerms = ({ id, disabled, invalid, required, describedBy, label }: ControlInputProps) => ({
  ...{ id, name: id, disabled, 'aria-describedby': describedBy, 'aria-label': label },
  'aria-invalid': invalid ? true : undefined,
  'aria-required': required ? true : undefined,
});

interface LineProps extends ControlInputProps {
  className: string;
  most?: number | undefined;
  inputMode?: 'numeric' | 'decimal';
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

function Line({ className, most, inputMode, onKeyDown, ...props }: LineProps) {
  return (
    <input
      {...sharedTerms(props)}
      type="text"
      autoComplete="off"
      className={className}
      maxLength={most}
      inputMode={inputMode}
      value={textOf(props.value)}
      onChange={({ target }) => props.onChange(target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

const steps: Record<string, number> = { ArrowUp: 1, ArrowDown: -1 };

/** The field for an amount in dollars or percent. The keys Up and Down change the amount by 0.01 (C0-40). */
function Amount({ sign, ...props }: ControlInputProps & { sign: string }) {
  const step = (event: KeyboardEvent<HTMLInputElement>): void => {
    const by = steps[event.key];
    if (by === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const cents = centsOfText(textOf(props.value) || '0');
    if (cents === undefined) return;
    event.preventDefault();
    props.onChange(dollars(Math.max(cents + by, 0)));
  };
  return (
    <span className="affix w-10">
      <span className="affix__sign" aria-hidden="true">
        {sign}
      </span>
      <Line {...props} className="input input--num" most={20} inputMode="decimal" onKeyDown={step} />
    </span>
  );
}

function NumberLine({ unit, ...props }: ControlInputProps & { unit?: string | undefined }) {
  const t = useTexts();
  const line = <Line {...props} className="input input--num w-10" most={12} inputMode="numeric" />;
  if (unit === undefined) return line;
  return (
    <span className="with-unit">
      {line} <span className="muted">{t(unit)}</span>
    </span>
  );
}

function Box(props: ControlInputProps) {
  return (
    <input
      {...sharedTerms(props)}
      className="check"
      type="checkbox"
      checked={props.value === true}
      onChange={({ target }) => props.onChange(target.checked)}
    />
  );
}

function YesNo(props: ControlInputProps) {
  const t = useTexts();
  return (
    <select
      {...sharedTerms(props)}
      className="select w-5"
      value={props.value === true ? 'yes' : 'no'}
      onChange={({ target }) => props.onChange(target.value === 'yes')}
    >
      <option value="no">{t('panel:no')}</option>
      <option value="yes">{t('panel:yes')}</option>
    </select>
  );
}

interface ChoiceProps extends ControlInputProps {
  choices: readonly Choice[];
}

function SegmentedInput({
  choices,
  id,
  value,
  disabled,
  describedBy,
  label,
  labelledBy,
  onChange,
}: ChoiceProps) {
  const t = useTexts();
  return (
    <div
      className="segmented"
      role="radiogroup"
      aria-label={label}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
    >
      {choices.map((choice, at) => (
        <label key={choice.value}>
          <input
            type="radio"
            // the link in the summary of errors leads to the first choice
            id={at === 0 ? id : undefined}
            name={id}
            value={choice.value}
            checked={value === choice.value}
            disabled={disabled}
            onChange={() => onChange(choice.value)}
          />{' '}
          {t(choice.text)}
        </label>
      ))}
    </div>
  );
}

/** A value that is missing from the list is still offered, so that opening a page changes nothing. */
function Select({ choices, ...props }: ChoiceProps) {
  const t = useTexts();
  const { lists } = useCounty();
  const { control } = props;
  const codes = control.kind === 'select' && control.codes ? lists[control.codes] : [];
  const value = textOf(props.value);
  const known = choices.some((choice) => choice.value === value) || codes.some(({ code }) => code === value);
  return (
    <select
      {...sharedTerms(props)}
      className="select"
      value={value}
      onChange={({ target }) => props.onChange(target.value)}
    >
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {t(choice.text)}
        </option>
      ))}
      {codes.map(({ code, description }) => (
        <option key={code} value={code}>
          {t('panel:codeAndName', { code, name: description })}
        </option>
      ))}
      {!known && <option value={value}>{value}</option>}
    </select>
  );
}
