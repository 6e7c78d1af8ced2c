import type { ChangeEvent } from 'react';
import type { FieldErrors, FieldValues, Path, PathValue, UseFormReturn } from 'react-hook-form';
import { states } from '@portal/proto/code-lists';
import {
  fiveDigitZip,
  phoneFormats,
  standardPhone,
  type PhoneFormat,
} from '@portal/proto/http/person-fields';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { SegmentedField, SelectField, TextField, type Span } from './fields.js';

/** The fields that a form must have to use these components. */
export interface PersonAnswers extends FieldValues {
  firstName: string;
  lastName: string;
  company: string;
  address: string;
  city: string;
  state: string;
  zip: string;
  email: string;
  phoneFormatType: PhoneFormat;
  standardPhone: string;
  internationalPhone: string;
}

interface Props<F extends PersonAnswers> {
  form: UseFormReturn<F>;
  /** Whether address and telephone are required, as in a registration, or optional, as in a profile (A6-09). */
  reachable?: 'required' | 'optional';
  emailHint?: string;
  /**
   * Removes everything except digits while a ZIP code is typed (C1-30). If not set, the form shows an error for an
   * invalid ZIP code instead.
   */
  formatsZip?: true;
}

interface LineTerms {
  span?: Span;
  required?: boolean;
  hint?: string;
  width?: string;
  type?: string;
  inputMode?: 'numeric' | 'tel' | 'email';
  autoComplete: string;
  /** Converts the typed text before the field shows it. */
  format?: ((typed: string) => string) | undefined;
}

/** Returns a function that gets the error text of a field, or undefined if the field has no error. */
export const useFieldError = <F extends FieldValues>({ formState }: UseFormReturn<F>) => {
  const textOf = useMessageText();
  const errors: FieldErrors = formState.errors;
  return (name: string): string | undefined => {
    const found: unknown = errors[name]?.message;
    return textOf(typeof found === 'string' ? found : undefined);
  };
};

const useLine = <F extends PersonAnswers>(form: UseFormReturn<F>) => {
  const t = useTexts();
  const errorOf = useFieldError(form);
  return (name: Path<F>, { span = 12, required = true, format, ...terms }: LineTerms) => {
    const { onChange, ...field } = form.register(name);
    const change = (event: ChangeEvent<HTMLInputElement>): void => {
      if (format) event.target.value = format(event.target.value);
      void onChange(event);
    };
    return (
      <TextField
        {...field}
        {...terms}
        onChange={change}
        label={t(`person:${name}`)}
        span={span}
        required={required}
        error={errorOf(name)}
      />
    );
  };
};

/** Name and address of a person (A3-01, A6-01). */
export function AddressFields<F extends PersonAnswers>({
  form,
  reachable = 'required',
  formatsZip,
}: Props<F>) {
  const required = reachable === 'required';
  const t = useTexts();
  const errorOf = useFieldError(form);
  const line = useLine(form);
  const choices = [
    { value: '', text: t('person:select') },
    ...states.map(({ code, description }) => ({ value: code, text: `${code}  ${description}` })),
  ];
  return (
    <>
      <div className="form-row">
        {line('firstName' as Path<F>, { span: 6, autoComplete: 'given-name' })}
        {line('lastName' as Path<F>, { span: 6, autoComplete: 'family-name' })}
      </div>
      <div className="form-row">
        {line('company' as Path<F>, {
          required: false,
          hint: t('person:companyHint'),
          autoComplete: 'organization',
        })}
      </div>
      <div className="form-row">
        {line('address' as Path<F>, { required, autoComplete: 'street-address' })}
      </div>
      <div className="form-row">
        {line('city' as Path<F>, { required, span: 4, autoComplete: 'address-level2' })}
        <SelectField
          {...form.register('state' as Path<F>)}
          label={t('person:state')}
          choices={choices}
          span={5}
          required={required}
          autoComplete="address-level1"
          error={errorOf('state')}
        />
        {line('zip' as Path<F>, {
          required,
          span: 3,
          width: 'w-5',
          inputMode: 'numeric',
          autoComplete: 'postal-code',
          format: formatsZip && fiveDigitZip,
        })}
      </div>
    </>
  );
}

/** E-mail and telephone in the selected format (A3-03, A3-28 to A3-32). */
export function ContactFields<F extends PersonAnswers>(props: Props<F>) {
  const { form, reachable = 'required', emailHint } = props;
  const t = useTexts();
  const line = useLine(form);
  const choices = phoneFormats.map((value) => ({ value, text: t(`person:${value}`) }));
  return (
    <>
      <div className="form-row">
        {line('email' as Path<F>, {
          ...(emailHint !== undefined && { hint: emailHint }),
          type: 'email',
          inputMode: 'email',
          autoComplete: 'email',
        })}
      </div>
      <div className="form-row">
        <SegmentedField
          {...form.register('phoneFormatType' as Path<F>)}
          label={t('person:phoneFormatType')}
          choices={choices}
          span={6}
        />
        <PhoneField form={form} reachable={reachable} />
      </div>
    </>
  );
}

/** The position in the text after this many digits, so that the caret stays after the same digit. */
const placeAfter = (text: string, digits: number): number => {
  let place = 0;
  for (let seen = 0; place < text.length && seen < digits; place += 1)
    if (/\d/.test(text[place] ?? '')) seen += 1;
  return place;
};

const formatInPlace = ({ target }: ChangeEvent<HTMLInputElement>): string => {
  const atEnd = target.selectionStart === target.value.length;
  const digits = target.value.slice(0, target.selectionStart ?? 0).replace(/\D/g, '').length;
  const text = standardPhone(target.value);
  target.value = text;
  if (!atEnd) {
    const place = placeAfter(text, digits);
    target.setSelectionRange(place, place);
  }
  return text;
};

function PhoneField<F extends PersonAnswers>({ form, reachable }: Props<F>) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  const format: PhoneFormat = form.watch('phoneFormatType' as Path<F>);
  const isStandard = format === 'STANDARD';
  const name = (isStandard ? 'standardPhone' : 'internationalPhone') as Path<F>;
  const { onChange, ...field } = form.register(name);
  const change = (event: ChangeEvent<HTMLInputElement>): void => {
    if (isStandard) form.setValue(name, formatInPlace(event) as PathValue<F, Path<F>>);
    else void onChange(event);
  };
  return (
    <TextField
      {...field}
      key={name}
      label={t('person:phone')}
      hint={t(isStandard ? 'person:phoneHint' : 'person:phoneInternationalHint')}
      span={6}
      width="w-15"
      required={reachable === 'required'}
      type="tel"
      autoComplete={isStandard ? 'tel-national' : 'tel'}
      error={errorOf(name)}
      onChange={change}
    />
  );
}
