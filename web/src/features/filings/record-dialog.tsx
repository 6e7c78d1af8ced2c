import { useState } from 'react';
import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useForm, useWatch } from 'react-hook-form';
import { recordForm, type QueuedDetails, type RecordForm } from '@portal/proto/http/efile-queue';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { momentOf } from '../../shared/moments.js';
import { useCounty } from '../../shared/state/selectors.js';
import { DateField } from '../../ui/components/date-field.js';
import { TextField } from '../../ui/components/fields.js';
import { FormDialog } from '../../ui/components/form-dialog.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { useRecordFilingMutation } from './filings.api.js';
import { NoteField } from './note-field.js';
import { useDecide, useFault } from './use-decide.js';

export interface DecisionDialogProps {
  filing: QueuedDetails;
  title: string;
  /** Called with the server's message after the decision, and without a message when the clerk cancels. */
  onClose(told?: string): void;
}

const fields = ['documentNumber', 'book', 'page', 'recordedDate', 'recordedTime', 'note'] as const;

/** Records the document under its number. The current date and time are used unless the clerk changes them. */
export function RecordDialog({ filing: { imageId }, title, onClose }: DecisionDialogProps) {
  const t = useTexts();
  const { timeZone, today } = useCounty().county;
  const [now] = useState(() => momentOf(new Date().toISOString(), timeZone));
  const [record, { isLoading }] = useRecordFilingMutation();
  const form = useForm<RecordForm>({
    resolver: standardSchemaResolver(recordForm),
    defaultValues: {
      ...{ documentNumber: '', book: '', page: '', note: '' },
      ...{ recordedDate: now.date, recordedTime: now.time },
    },
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const fault = useFault(form);
  const decide = useDecide(form, fields, onClose);
  const date = useWatch({ control: form.control, name: 'recordedDate' });
  const label = (name: (typeof fields)[number]): string => t(`filings:field.${name}`);
  const field = (name: (typeof fields)[number]) => ({
    ...form.register(name),
    ...{ label: label(name), error: fault(name) },
  });
  return (
    <FormDialog
      title={t('filings:record')}
      subtitle={title}
      form="record-filing"
      cancelText={t('filings:cancel')}
      submitText={t('filings:record')}
      busy={isLoading}
      onCancel={() => onClose()}
      onSubmit={() => void form.handleSubmit((told) => decide(record({ ...told, imageId })))()}
    >
      <FormProblems form={form} labels={Object.fromEntries(fields.map((name) => [name, label(name)]))} />
      <p className="small muted">{t('filings:recordLead')}</p>
      <div className="form-row">
        <TextField {...field('documentNumber')} required span={12} width="w-20" data-autofocus="" />
      </div>
      <div className="form-row">
        <TextField {...field('book')} span={6} />
        <TextField {...field('page')} span={6} />
      </div>
      <div className="form-row">
        <DateField
          name="recordedDate"
          label={label('recordedDate')}
          error={fault('recordedDate')}
          required
          span={6}
          value={date}
          today={today}
          locale="en-US"
          onChange={(text) => form.setValue('recordedDate', text)}
        />
        <TextField {...field('recordedTime')} required span={6} hint={t('filings:field.timeHint')} />
      </div>
      <NoteField {...field('note')} hint={t('filings:noteHint')} />
    </FormDialog>
  );
}
