import { useMessageText, useTexts } from '../../../shared/i18n/use-texts.js';
import { useCounty } from '../../../shared/state/selectors.js';
import { DateField } from '../../../ui/components/date-field.js';
import { SegmentedField, SelectField, TextField } from '../../../ui/components/fields.js';
import { hours, minutes } from './effective-date.rules.js';
import type { SectionFormInHand } from './use-section-form.js';

/** The fields for a change of prices: when the change takes effect, and the reason for it. */
export function EffectivePart({ form }: { form: SectionFormInHand }) {
  const t = useTexts();
  const messageText = useMessageText();
  const { effective, reason, setEffective, setReason, inHand } = form;
  return (
    <section className="form-section" aria-labelledby="group-effective">
      <h2 id="group-effective">{t('panel:effective.title')}</h2>
      <div className="form-row">
        <SegmentedField
          name="effective"
          label={t('panel:effective.when')}
          choices={[
            { value: 'now', text: t('panel:effective.now') },
            { value: 'later', text: t('panel:effective.later') },
          ]}
          chosen={effective.when}
          onChange={({ target }) =>
            setEffective({ ...effective, when: target.value === 'later' ? 'later' : 'now' })
          }
        />
      </div>
      {effective.when === 'later' && <DateAndTime form={form} />}
      <p className="hint">
        {t(effective.when === 'later' ? 'panel:effective.laterNote' : 'panel:effective.nowNote')}
      </p>
      <div className="form-row">
        <TextField
          name="reason"
          label={t('panel:why')}
          hint={t('panel:whyEffect')}
          width="w-30"
          maxLength={200}
          required
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={messageText(inHand.faults['reason'])}
        />
      </div>
    </section>
  );
}

function DateAndTime({ form: { effective, setEffective, inHand } }: { form: SectionFormInHand }) {
  const t = useTexts();
  const messageText = useMessageText();
  const { county } = useCounty();
  const choices = (values: readonly string[]) => values.map((value) => ({ value, text: value }));
  return (
    <div role="group" aria-label={t('panel:effective.takesEffect')}>
      <div className="form-row form-row--fit form-row--pair">
        <DateField
          name="date"
          label={t('panel:effective.date')}
          value={effective.date}
          onChange={(date) => setEffective({ ...effective, date })}
          today={county.today}
          ahead
          locale="en-US"
          error={messageText(inHand.faults['date'])}
          required
        />
        <SelectField
          name="hour"
          label={t('panel:effective.hour')}
          choices={choices(hours)}
          value={effective.hour}
          onChange={({ target }) => setEffective({ ...effective, hour: target.value })}
        />
        <SelectField
          name="minute"
          label={t('panel:effective.minute')}
          choices={choices(minutes)}
          value={effective.minute}
          onChange={({ target }) => setEffective({ ...effective, minute: target.value })}
        />
        <SegmentedField
          name="half"
          label={t('panel:effective.half')}
          choices={choices(['AM', 'PM'])}
          chosen={effective.half}
          onChange={({ target }) => setEffective({ ...effective, half: target.value === 'PM' ? 'PM' : 'AM' })}
        />
      </div>
    </div>
  );
}
