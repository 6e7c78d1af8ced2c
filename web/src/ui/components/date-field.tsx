import { lazy, Suspense, useEffect, useRef, useState, type ChangeEvent, type ComponentProps } from 'react';
import { usDate } from '@portal/proto/dates';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { completeDateText } from './date-field.rules.js';
import { FieldFrame, type FieldTerms, useDescribedBy } from './fields.js';
import { Icon } from './icon.js';

const Calendar = lazy(() => import('./calendar.js'));

interface DateFieldProps
  extends FieldTerms, Omit<ComponentProps<'input'>, 'required' | 'className' | 'onChange' | 'value'> {
  name: string;
  value: string;
  onChange(text: string): void;
  /** Today in the county, YYYY-MM-DD. */
  today: string;
  /** True for a date that may be in the future. */
  ahead?: boolean;
  locale: string;
}

const wasTyped = (event: ChangeEvent<HTMLInputElement>): boolean =>
  event.nativeEvent instanceof InputEvent && event.nativeEvent.inputType === 'insertText';

/** Closes the calendar on a pointer press outside the field. */
const useOutside = (open: boolean, close: () => void) => {
  const ref = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!open) return undefined;
    const onDown = (event: PointerEvent): void => {
      if (event.target instanceof Node && !ref.current?.contains(event.target)) close();
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [open, close]);
  return ref;
};

/** A date as text, MM/DD/YYYY, with a calendar that writes the text (web/DESIGN.md#dates, B1-018). */
export function DateField(props: DateFieldProps) {
  const { label, error, required = false, span = 4, name, value, onChange, ...others } = props;
  const { today, ahead = false, locale, ...input } = others;
  const t = useTexts();
  const [open, setOpen] = useState(false);
  const hint = t('ui:date.hint');
  const ref = useOutside(open, () => setOpen(false));
  const shut = (focusOn: string): void => {
    setOpen(false);
    document.getElementById(focusOn)?.focus();
  };
  const choose = t('ui:date.choose', { label });
  return (
    <FieldFrame id={name} label={label} hint={hint} error={error} required={required} span={span}>
      <span className="joined date" ref={ref}>
        <input
          {...input}
          type="text"
          id={name}
          name={name}
          className="input"
          inputMode="numeric"
          maxLength={10}
          autoComplete="off"
          value={value}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={useDescribedBy(name, { hint, error })}
          onChange={(event) =>
            onChange(wasTyped(event) ? completeDateText(event.target.value) : event.target.value)
          }
        />
        <button
          className="btn btn--icon"
          type="button"
          id={`${name}-calendar`}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="calendar" />
          <span className="sr">{choose}</span>
        </button>
        {open && (
          <Suspense fallback={null}>
            <Calendar
              value={value}
              label={choose}
              today={today}
              ahead={ahead}
              locale={locale}
              onPick={(iso) => {
                onChange(usDate(iso));
                shut(name);
              }}
              onClose={() => shut(`${name}-calendar`)}
            />
          </Suspense>
        )}
      </span>
    </FieldFrame>
  );
}
