import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm } from 'react-hook-form';
import { returnForm, type ReturnForm } from '@portal/proto/http/efile-queue';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { FormDialog } from '../../ui/components/form-dialog.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { useReturnFilingMutation } from './filings.api.js';
import { NoteField } from './note-field.js';
import type { DecisionDialogProps } from './record-dialog.js';
import { useDecide, useFault } from './use-decide.js';

const fields = ['reasons', 'note'] as const;
const texts = { reject: 'reject', askCorrection: 'ask' } as const;

/** Rejects the document, or asks for a correction, with reasons from the county's list. */
export function ReturnDialog({
  filing: { imageId, offeredReasons },
  how,
  title,
  onClose,
}: DecisionDialogProps & { how: keyof typeof texts }) {
  const t = useTexts();
  const [send, { isLoading }] = useReturnFilingMutation();
  const form = useForm<ReturnForm>({
    resolver: standardSchemaResolver(returnForm),
    defaultValues: { reasons: [], note: '' },
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const fault = useFault(form);
  const decide = useDecide(form, fields, onClose);
  const labels = { reasons: t('filings:field.reasons'), note: t('filings:field.more') };
  const why = fault('reasons');
  return (
    <FormDialog
      title={t(`filings:${texts[how]}`)}
      subtitle={title}
      form="return-filing"
      cancelText={t('filings:cancel')}
      submitText={t(`filings:${texts[how]}`)}
      busy={isLoading}
      onCancel={() => onClose()}
      onSubmit={() => void form.handleSubmit((told) => decide(send({ ...told, imageId, how })))()}
    >
      <FormProblems form={form} labels={labels} />
      <p className="small muted">{t(`filings:${texts[how]}Lead`)}</p>
      <fieldset id="reasons" tabIndex={-1} aria-describedby={why ? 'reasons-error' : undefined}>
        <legend className="label">{labels.reasons}</legend>
        {offeredReasons.map((reason, i) => (
          <label className="choice" key={reason} htmlFor={`reason-${i}`}>
            <input
              {...form.register('reasons')}
              className="check"
              type="checkbox"
              id={`reason-${i}`}
              value={reason}
            />{' '}
            {reason}
          </label>
        ))}
        {why && (
          <span className="field-error" id="reasons-error">
            {why}
          </span>
        )}
      </fieldset>
      <NoteField
        {...form.register('note')}
        label={labels.note}
        hint={t('filings:noteHint')}
        error={fault('note')}
      />
    </FormDialog>
  );
}
