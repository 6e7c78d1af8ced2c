import { states } from '@portal/proto/code-lists';
import { needsLandLinkAccount, type AccountForm, type OpenedAccount } from '@portal/proto/http/accounts';
import { standardPhone } from '@portal/proto/http/person-fields';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { AmountField } from '../../ui/components/amount-field.js';
import { DateField } from '../../ui/components/date-field.js';
import { CheckboxField, KindField } from '../../ui/components/field-kinds.js';
import { SegmentedField, SelectField, TextField } from '../../ui/components/fields.js';
import { useFieldError } from '../../ui/components/person-fields.js';
import { levelText, offeredMethods, rateLevels } from './account-entry.rules.js';
import type { AccountEntryForm } from './use-account-entry.js';
import './account-fields.css';

interface PartProps {
  entry: AccountEntryForm;
  account: OpenedAccount;
}

const types = ['A_LA_CARTE', 'FLAT_FEE'] as const;
const charges = ['DOCUMENT', 'PAGE'] as const;

/** The account's type, payment method and monthly fee. */
export function TermsPart({ entry: { form }, account }: PartProps) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  const [type, method] = form.watch(['accountType', 'paymentMethod']);
  const methods = offeredMethods(type, account);
  /**
   * Changes the type. If the new type does not allow the payment method, selects the first method that it allows
   * (C2-20).
   */
  const setType = (next: AccountForm['accountType']): void => {
    form.setValue('accountType', next);
    const allowed = offeredMethods(next, account);
    if (!allowed.includes(method)) setMethod(allowed[0] ?? 'ESCROW');
  };
  const setMethod = (next: AccountForm['paymentMethod']): void => {
    form.setValue('paymentMethod', next);
    // selects posting to LandLink, because payments by any method except the card are always posted (C2-19)
    if (next !== 'CREDIT_CARD') form.setValue('postToLandLink', true);
  };
  return (
    <div className="form-section" role="group" aria-labelledby="part-terms">
      <h2 id="part-terms">{t('accounts:entry.belongs')}</h2>
      <div className="form-row">
        <TextField
          {...form.register('name')}
          label={t('accounts:entry.name')}
          span={8}
          required={account.id === '0'}
          error={errorOf('name')}
        />
      </div>
      <div className="form-row">
        <SegmentedField
          {...form.register('accountType')}
          label={t('accounts:entry.accountType')}
          span={4}
          choices={types.map((value) => ({ value, text: t(`accounts:type.${value}`) }))}
          onChange={({ target }) => setType(types.find((each) => each === target.value) ?? 'A_LA_CARTE')}
        />
        <SelectField
          {...form.register('paymentMethod')}
          label={t('accounts:entry.paymentMethod')}
          span={4}
          choices={methods.map((value) => ({ value, text: t(`accounts:method.${value}`) }))}
          error={errorOf('paymentMethod')}
          onChange={({ target }) => setMethod(methods.find((each) => each === target.value) ?? 'ESCROW')}
        />
        <AmountField
          {...form.register('monthlyFee')}
          label={t('accounts:entry.monthlyFee')}
          span={4}
          required
          error={errorOf('monthlyFee')}
        />
      </div>
      {type === 'FLAT_FEE' && <FlatFeeRow entry={{ form }} account={account} />}
      <div className="form-row">
        <SegmentedField
          {...form.register('imageChargeMethod')}
          label={t('accounts:entry.imageChargeMethod')}
          span={4}
          choices={charges.map((value) => ({ value, text: t(`accounts:charge.${value}`) }))}
        />
        {account.torrens && (
          <SegmentedField
            {...form.register('certificateChargeMethod')}
            label={t('accounts:entry.certificateChargeMethod')}
            span={4}
            choices={charges.map((value) => ({ value, text: t(`accounts:charge.${value}`) }))}
          />
        )}
      </div>
    </div>
  );
}

function FlatFeeRow({
  entry: { form },
  account,
}: {
  entry: Pick<AccountEntryForm, 'form'>;
  account: OpenedAccount;
}) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  const choices = rateLevels(account).map((level) => ({
    value: String(level),
    text: levelText(t, account, level),
  }));
  return (
    <div className="form-row">
      <SelectField
        {...form.register('flatFeeRateLevel')}
        label={t('accounts:entry.flatFeeRateLevel')}
        span={6}
        choices={choices}
        error={errorOf('flatFeeRateLevel')}
      />
      <div className="field c-6">
        <CheckboxField {...form.register('userReload')} label={t('accounts:entry.userReload')} />
      </div>
    </div>
  );
}

/**
 * The fields for LandLink (the office's own system) and for the account tasks: the LandLink account to which payments
 * are posted, and the day up to which the account tasks are done (C2-31 to C2-37, C2-45).
 */
export function LandLinkPart({ entry: { form } }: Pick<PartProps, 'entry'>) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  const { today } = useCounty().county;
  const [accountType, paymentMethod, level, postToLandLink, lastTasks] = form.watch([
    'accountType',
    'paymentMethod',
    'flatFeeRateLevel',
    'postToLandLink',
    'lastTasks',
  ]);
  const posting = { accountType, paymentMethod, flatFeeRateLevel: Number(level), postToLandLink };
  return (
    <div className="form-section" role="group" aria-labelledby="part-landlink">
      <h2 id="part-landlink">{t('accounts:entry.landLink')}</h2>
      <div className="form-row">
        <TextField
          {...form.register('landLinkAccount')}
          label={t('accounts:entry.landLinkAccount')}
          hint={t('accounts:entry.landLinkHint')}
          span={6}
          required={needsLandLinkAccount(posting)}
          width="w-10"
          inputMode="numeric"
          error={errorOf('landLinkAccount')}
        />
        <DateField
          name="lastTasks"
          label={t('accounts:entry.lastTasks')}
          span={6}
          required
          value={lastTasks}
          onChange={(text) => form.setValue('lastTasks', text)}
          today={today}
          locale="en-US"
          error={errorOf('lastTasks')}
        />
      </div>
      {paymentMethod === 'CREDIT_CARD' ? (
        <CheckboxField {...form.register('postToLandLink')} label={t('accounts:entry.postToLandLink')} />
      ) : (
        <p className="muted">{t('accounts:entry.alwaysPosted')}</p>
      )}
    </div>
  );
}

const rights = ['imageRetrieval', 'previewRetrieval'] as const;
const certificateRights = ['certificateRetrieval', 'certificatePreviewRetrieval'] as const;

/**
 * Whether the account's users may retrieve and preview images and, in a county with a Torrens index, certificates
 * (C2-18).
 */
export function RetrievalPart({ entry: { form }, account }: PartProps) {
  const t = useTexts();
  const shown = account.torrens ? [...rights, ...certificateRights] : rights;
  return (
    <div className="form-section" role="group" aria-labelledby="part-retrieval">
      <h2 id="part-retrieval">{t('accounts:entry.retrieval')}</h2>
      <div className="choices">
        {shown.map((name) => (
          <CheckboxField key={name} {...form.register(name)} label={t(`accounts:entry.${name}`)} />
        ))}
      </div>
    </div>
  );
}

/** Address, telephone and e-mail, all optional. */
export function ContactPart({ entry: { form } }: Pick<PartProps, 'entry'>) {
  const t = useTexts();
  const errorOf = useFieldError(form);
  const choices = [
    { value: '', text: t('person:select') },
    ...states.map(({ code, description }) => ({ value: code, text: `${code}  ${description}` })),
  ];
  return (
    <div className="form-section" role="group" aria-labelledby="part-contact">
      <h2 id="part-contact">{t('accounts:entry.contact')}</h2>
      <div className="form-row">
        <TextField {...form.register('address')} label={t('person:address')} error={errorOf('address')} />
      </div>
      <div className="form-row">
        <TextField {...form.register('city')} label={t('person:city')} span={4} error={errorOf('city')} />
        <SelectField
          {...form.register('state')}
          label={t('person:state')}
          span={5}
          choices={choices}
          error={errorOf('state')}
        />
        <KindField
          {...form.register('zip')}
          kind="number"
          label={t('person:zip')}
          span={3}
          error={errorOf('zip')}
        />
      </div>
      <div className="form-row">
        <KindField
          {...form.register('phone')}
          kind="tel"
          label={t('accounts:entry.phone')}
          hint={t('person:phoneHint')}
          span={6}
          error={errorOf('phone')}
          onChange={({ target }) => form.setValue('phone', standardPhone(target.value))}
        />
        <KindField
          {...form.register('email')}
          kind="email"
          label={t('accounts:entry.email')}
          span={6}
          error={errorOf('email')}
        />
      </div>
    </div>
  );
}
