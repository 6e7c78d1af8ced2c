import { useWatch, type UseFormReturn } from 'react-hook-form';
import { states } from '@portal/proto/code-lists';
import { reportToServer } from '../../shared/http/client-log.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { CheckboxField, KindField, type FieldKind } from '../../ui/components/field-kinds.js';
import { SelectField, type Span } from '../../ui/components/fields.js';
import { useFieldError } from '../../ui/components/person-fields.js';
import { useLazySenderProfileQuery } from './efile.api.js';
import { senderOf, type EfileAnswers } from './efile.rules.js';

type Name = 'name' | 'email' | 'address1' | 'address2' | 'city' | 'zip';

interface Line {
  kind?: FieldKind;
  span: Span;
  autoComplete: string;
  required?: boolean;
  hint?: string;
}

const stateChoices = states.map(({ code, description }) => ({
  value: code,
  text: `${code}  ${description}`,
}));

/** The sender of the document (B10-02). A failed load of the profile is only logged (B10-35). */
export function SenderFields({ form }: { form: UseFormReturn<EfileAnswers> }) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  const { state } = useCounty().county;
  const [load] = useLazySenderProfileQuery();
  const usesProfile = useWatch({ control: form.control, name: 'useProfile' });
  const fillIn = async (on: boolean): Promise<void> => {
    form.setValue('useProfile', on);
    const before = form.getValues();
    const loaded = on ? await load() : undefined;
    if (loaded?.isError) return reportToServer('warn', 'the profile could not be loaded');
    // the profile may arrive late, and must not replace what the user has done in the meantime
    const now = form.getValues();
    if (now.useProfile !== on) return undefined;
    for (const [name, value] of Object.entries(senderOf(loaded?.data, state)))
      if (now[name as Name] === before[name as Name]) form.setValue(name as Name, value);
    form.clearErrors();
  };
  const line = (name: Name, { kind = 'text', required = true, ...terms }: Line) => (
    <KindField
      {...form.register(name)}
      {...terms}
      kind={kind}
      label={t(`efile:${name}`)}
      required={required}
      error={errorOf(name)}
    />
  );
  return (
    <section className="form-section" aria-labelledby="efile-sender">
      <h2 id="efile-sender">{t('efile:sender')}</h2>
      <CheckboxField
        name="useProfile"
        label={t('efile:useProfile')}
        checked={usesProfile}
        onChange={({ target }) => void fillIn(target.checked)}
      />
      <div className="form-row">
        {line('name', { span: 6, autoComplete: 'name' })}
        {line('email', { kind: 'email', span: 6, autoComplete: 'email' })}
      </div>
      <div className="form-row">
        {line('address1', { span: 6, autoComplete: 'address-line1' })}
        {line('address2', { span: 6, autoComplete: 'address-line2', required: false })}
      </div>
      <div className="form-row">
        {line('city', { span: 5, autoComplete: 'address-level2' })}
        <SelectField
          {...form.register('state')}
          label={t('efile:state')}
          choices={stateChoices}
          span={4}
          required
          autoComplete="address-level1"
          error={errorOf('state')}
        />
        {line('zip', { kind: 'zip', span: 3, autoComplete: 'postal-code', hint: t('efile:zipHint') })}
      </div>
    </section>
  );
}
