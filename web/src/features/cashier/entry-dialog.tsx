import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm, useWatch, type UseFormReturn } from 'react-hook-form';
import {
  officeEntryForm,
  officeMeans,
  type CashierPage,
  type OfficeEntryForm,
  type OfficeKind,
} from '@portal/proto/http/cashier';
import { showAlert } from '../../shared/alerts.js';
import { showFaults } from '../../shared/field-faults.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { messageText } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { AmountField } from '../../ui/components/amount-field.js';
import { SegmentedField, TextField } from '../../ui/components/fields.js';
import { FormDialog } from '../../ui/components/form-dialog.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { usePostOfficeEntryMutation } from './cashier.api.js';

interface EntryDialogProps {
  kind: OfficeKind;
  account: NonNullable<CashierPage['account']>;
  /** The amount, as text, above which a correction needs the approval of a second person. */
  limit: string;
  /** Called with the server's message after an entry, and without a message when the user cancels. */
  onClose(told?: string): void;
}

const fields = ['amount', 'means', 'number', 'note'] as const;

/** The form for an entry. The id is created when the form opens, so an entry that is sent twice is posted once. */
export function EntryDialog({ kind, account, limit, onClose }: EntryDialogProps) {
  const t = useTexts();
  const [id] = useState(() => crypto.randomUUID());
  const [post, { isLoading }] = usePostOfficeEntryMutation();
  const means = kind === 'CORRECTION' ? null : 'CHECK';
  // a payment is for the invoices by default, because an account that owes on invoices cannot be deleted
  const pays = kind === 'PAYMENT' && account.owed !== '' ? 'INVOICES' : 'BALANCE';
  const form = useForm<OfficeEntryForm>({
    resolver: standardSchemaResolver(officeEntryForm),
    defaultValues: { kind, means, amount: '', number: '', note: '', pays },
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const send = async (answers: OfficeEntryForm): Promise<void> => {
    const answer = await post({ ...answers, id, accountId: account.id });
    if (answer.error === undefined) return onClose(answer.data);
    const error = callErrorOf(answer.error);
    const shown = error.kind === 'refused' && showFaults(form, error, fields);
    if (!shown && !isTold(error)) await showAlert(windowErrorText(t, error));
  };
  return (
    <FormDialog
      title={t(`cashier:do.${kind}`)}
      subtitle={account.name}
      form="office-entry"
      cancelText={t('cashier:cancel')}
      submitText={t(`cashier:submit.${kind}`)}
      busy={isLoading}
      onCancel={() => onClose()}
      onSubmit={() => void form.handleSubmit(send)()}
    >
      <EntryFields form={form} kind={kind} account={account} limit={limit} />
    </FormDialog>
  );
}

interface EntryFieldsProps extends Omit<EntryDialogProps, 'onClose'> {
  form: UseFormReturn<OfficeEntryForm>;
}

function EntryFields({ form, kind, account, limit }: EntryFieldsProps) {
  const t = useTexts();
  const means = useWatch({ control: form.control, name: 'means' });
  const { errors } = form.formState;
  const error = (field: (typeof fields)[number]): string | undefined => {
    const message = errors[field]?.message;
    return message === undefined ? undefined : messageText(t, message);
  };
  const corrects = kind === 'CORRECTION';
  const labels = {
    amount: t('cashier:field.amount'),
    number: t(means === 'TRANSFER' ? 'cashier:field.transferNumber' : 'cashier:field.checkNumber'),
    note: t(corrects ? 'cashier:field.reason' : 'cashier:field.note'),
  };
  return (
    <>
      <FormProblems form={form} labels={labels} />
      {(corrects
        ? account.owed !== '' || account.hasInvoices
        : kind === 'PAYMENT' && account.owed !== '') && (
        <DebtFields form={form} kind={kind} account={account} />
      )}
      {!corrects && (
        <div className="form-row">
          <SegmentedField
            {...form.register('means')}
            label={t(kind === 'REFUND' ? 'cashier:field.meansOfRefund' : 'cashier:field.means')}
            choices={officeMeans.options.map((value) => ({ value, text: t(`cashier:means.${value}`) }))}
          />
        </div>
      )}
      <div className="form-row">
        <AmountField
          {...form.register('amount')}
          // a correction may be negative, and the number keyboards of phones have no minus sign
          {...(corrects && { inputMode: 'text' as const })}
          label={labels.amount}
          required
          span={corrects || means === 'CASH' ? 12 : 6}
          error={error('amount')}
          hint={corrects ? t('cashier:field.correctionHint', { limit }) : undefined}
          data-autofocus=""
        />
        {!corrects && means !== 'CASH' && (
          <TextField
            {...form.register('number')}
            label={labels.number}
            required
            span={6}
            width="w-10"
            error={error('number')}
          />
        )}
      </div>
      <div className="form-row">
        <TextField
          {...form.register('note')}
          label={labels.note}
          required={corrects}
          error={error('note')}
          hint={t('cashier:field.noteHint')}
        />
      </div>
    </>
  );
}

/**
 * For an account that had invoices but now pays in another way: asks whether the payment or correction is for the
 * invoices or for the balance. If the account now pays by card, a payment can only be for the invoices, so nothing is
 * asked. A correction is always asked about: it may make the account owe on invoices again, or be for the money that is
 * left in escrow.
 */
function DebtFields({ form, kind, account }: Pick<EntryFieldsProps, 'form' | 'kind' | 'account'>) {
  const t = useTexts();
  const { owed, paymentMethod } = account;
  const corrects = kind === 'CORRECTION';
  const correction = owed === '' ? 'cashier:field.correctsPaidInvoices' : 'cashier:field.correctsInvoices';
  return (
    <>
      <p>{t(corrects ? correction : 'cashier:field.paysInvoices', { owed })}</p>
      {(corrects || paymentMethod !== 'CREDIT_CARD') && (
        <div className="form-row">
          <SegmentedField
            {...form.register('pays')}
            label={t('cashier:field.pays')}
            choices={['INVOICES', 'BALANCE'].map((value) => ({ value, text: t(`cashier:pays.${value}`) }))}
          />
        </div>
      )}
    </>
  );
}
