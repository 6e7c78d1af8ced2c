import { useEffect, useState, type FormEvent } from 'react';
import { dollarAmount, type CardFrame, type DepositQuote } from '@portal/proto/http/card-payments';
import { callErrorOf } from '../../shared/http/api.js';
import { isLoginNeeded, windowErrorText } from '../../shared/http/alert-texts.js';
import type { Translate } from '../../shared/i18n/translate.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useFormStatus } from '../../shared/use-form-status.js';
import { AmountField } from '../../ui/components/amount-field.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Notice } from '../../ui/components/notice.js';
import { Overlay } from '../../ui/components/overlay.js';
import { Receipt, type ReceiptLine } from '../../ui/components/receipt.js';
import { useInitiateDepositMutation, useQuoteDepositMutation } from './cards.api.js';

/** The total is requested after this pause in typing, in milliseconds. */
const pauseMs = 300;

interface DepositAmountProps {
  /** The amount that the user typed before coming back to this window. */
  amount: string;
  onStarted(step: { amount: string; frame: CardFrame }): void;
  onClose(): void;
}

/** The message key for a text that is not an amount; undefined for an amount. */
const problemOf = (amount: string): string | undefined =>
  dollarAmount.safeParse(amount).error?.issues[0]?.message;

/** The price of the deposit for the amount in the field. Until the server has answered, this is the previous price. */
const useQuote = (amount: string): { quote?: DepositQuote; refusal?: string } => {
  const t = useTexts();
  const [ask] = useQuoteDepositMutation();
  const [answer, setAnswer] = useState<{ quote?: DepositQuote; refusal?: string }>({});
  const asked = problemOf(amount) === undefined ? amount : '0';
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(
      () =>
        void ask(asked).then(({ data, error }) => {
          if (wanted) setAnswer(data ? { quote: data } : { refusal: windowErrorText(t, callErrorOf(error)) });
        }),
      asked === '0' ? 0 : pauseMs,
    );
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [ask, asked, t]);
  return answer;
};

const boundsText = (t: Translate, { min, max }: DepositQuote): string | undefined => {
  if (min !== '' && max !== '') return t('cards:deposit.between', { min, max });
  if (min !== '') return t('cards:deposit.atLeast', { min });
  return max === '' ? undefined : t('cards:deposit.atMost', { max });
};

/** Step 1: the amount, with its bounds, the surcharge and the total, before anything is charged (A8-01 to A8-08). */
export function DepositAmount(props: DepositAmountProps) {
  const { onClose } = props;
  const t = useTexts();
  const { amount, field, failure, busy, change, submit } = useDepositStart(props);
  const { quote, refusal } = useQuote(amount);
  const problem = failure ?? refusal;
  return (
    <>
      <Dialog
        title={t('cards:deposit.title')}
        subtitle={t('cards:deposit.stepAmount')}
        closeText={t('shell:close')}
        onClose={onClose}
        foot={
          <>
            <button className="btn" type="button" onClick={onClose}>
              {t('cards:cancel')}
            </button>
            <button className="btn btn--primary" type="submit" form="deposit">
              {t('cards:deposit.continue')}
            </button>
          </>
        }
      >
        {problem !== undefined && <Notice tone="error" title={problem} />}
        <form className="form" id="deposit" noValidate onSubmit={submit}>
          <div className="form-row">
            <AmountField
              name="deposit-amount"
              label={t('cards:deposit.amountLabel')}
              hint={quote && boundsText(t, quote)}
              error={field ?? (quote?.tooLarge || undefined)}
              required
              data-autofocus
              value={amount}
              onChange={(event) => change(event.target.value)}
            />
          </div>
        </form>
        {quote && quote.surchargeMessage !== '' && <p className="small muted">{quote.surchargeMessage}</p>}
        {quote && <Receipt caption={t('cards:deposit.caption')} lines={linesOf(quote)} />}
      </Dialog>
      {busy && <Overlay text={t('ui:loading')} />}
    </>
  );
}

/** The typed amount and the request for a card page; problems are shown beside the field (A8-02 to A8-04). */
const useDepositStart = ({ amount: before, onStarted }: DepositAmountProps) => {
  const t = useTexts();
  const [amount, setAmount] = useState(before);
  const [problem, setProblem] = useState<{ field?: string; failure?: string }>({});
  const [initiate] = useInitiateDepositMutation();
  const { status, run } = useFormStatus();
  const start = async (): Promise<boolean> => {
    const { data: frame, error } = await initiate(amount);
    if (frame) onStarted({ amount, frame });
    else explain(callErrorOf(error));
    return frame !== undefined;
  };
  const explain = (error: ReturnType<typeof callErrorOf>): void => {
    if (isLoginNeeded(error)) return;
    const field = error.kind === 'refused' ? error.fields?.amount : undefined;
    setProblem(field === undefined ? { failure: windowErrorText(t, error) } : { field });
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const key = problemOf(amount);
    setProblem(key === undefined ? {} : { field: t(key) });
    if (key === undefined) void run(start);
  };
  const change = (text: string): void => {
    setAmount(text);
    setProblem({});
  };
  return { amount, ...problem, busy: status === 'LOADING', change, submit };
};

/** Beginning balance, the deposit with its surcharge and total, ending balance. */
const linesOf = ({ beginningBalance, lines, endingBalance }: DepositQuote): ReceiptLine[] => {
  const last = lines.length - 1;
  if (last < 0) return [beginningBalance];
  const ofDeposit = lines.map((line, index): ReceiptLine => ({
    ...line,
    kind: index === last ? 'is-total' : 'is-item',
  }));
  return [beginningBalance, ...ofDeposit, { ...endingBalance, kind: 'is-end' }];
};
