import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import type { CardFrame } from '@portal/proto/http/card-payments';
import type { EfileForm, EfileImageAnswer } from '@portal/proto/http/efile';
import type { SubmissionDetails } from '@portal/proto/http/submissions';
import { showAlert } from '../../shared/alerts.js';
import { showFaults } from '../../shared/field-faults.js';
import { callErrorOf, sessionEnded } from '../../shared/http/api.js';
import type { CallError } from '../../shared/http/call.js';
import { isLoginNeeded, isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty, useSharedDispatch } from '../../shared/state/selectors.js';
import { useEfileCaptureMutation, useReportEfileCardMutation, useSubmitEfileMutation } from './efile.api.js';
import {
  correctedEfile,
  efileForm,
  emptyEfile,
  faultOfDocument,
  requestOf,
  type EfileAnswers,
} from './efile.rules.js';
import { useDocument } from './use-document.js';

const fields = [
  'efileType',
  'name',
  'email',
  'address1',
  'address2',
  'city',
  'state',
  'zip',
  'acknowledged',
] as const;

/** A form that the sender has filled in, and the price of its document. */
interface Priced {
  form: EfileForm;
  price: EfileImageAnswer;
}

/**
 * Asks the sender to confirm the price, and takes the payment if the account pays by card.
 * @param finish submits a paid document
 * @param fail shows why the card page did not open or gave no answer
 */
function usePayment(
  finish: (paid: Priced, transactionId: string) => Promise<void>,
  fail: (error: CallError) => Promise<void>,
) {
  const t = useTexts();
  const [priced, setPriced] = useState<Priced>();
  const [frame, setFrame] = useState<CardFrame>();
  const card = useCard();
  const close = (): void => {
    setFrame(undefined);
    setPriced(undefined);
  };
  const confirm = async (): Promise<void> => {
    if (!priced) return;
    if (priced.price.paymentMethod !== 'CREDIT_CARD') {
      setPriced(undefined);
      return finish(priced, '0');
    }
    const opened = await card.open(priced.price);
    if ('error' in opened) {
      setPriced(undefined);
      await fail(opened.error);
    } else setFrame(opened.data);
  };
  const cardDone = async (response: unknown): Promise<void> => {
    if (!frame || !priced) return;
    close();
    const answer = await card.report(frame.attemptId, response);
    if ('error' in answer) {
      if (isLoginNeeded(answer.error)) await fail(answer.error);
      else await showAlert(t('efile:card.unclear'));
    } else if (answer.data.completed) await finish(priced, transactionIdIn(response));
    else await showAlert(answer.data.message, answer.data.pending ? 'INFO' : 'WARNING');
  };
  return {
    ask: setPriced,
    busy: card.busy,
    question: frame ? undefined : priced?.price,
    answer: (yes: boolean): void => (yes ? void confirm() : setPriced(undefined)),
    frame,
    cardDone: (response: unknown): void => void cardDone(response),
    cardCancelled: close,
  };
}

/**
 * The steps of a submission (B10-18): check the form and the file, send the file to get its price, ask the sender to
 * confirm the price, take the payment if the account pays by card, and submit the document. The form keeps its values
 * until the document is submitted.
 */
export const useEfile = (asksToAgree: boolean, corrected?: SubmissionDetails) => {
  const t = useTexts();
  const dispatch = useSharedDispatch();
  const { state } = useCounty().county;
  const [file, setFile] = useState<File>();
  const [fileFault, setFileFault] = useState<string>();
  const [told, setTold] = useState('');
  const document = useDocument();
  const submission = useSubmission();
  const form = useForm<EfileAnswers>({
    resolver: standardSchemaResolver(efileForm),
    defaultValues: corrected ? correctedEfile(corrected) : emptyEfile(state),
    reValidateMode: 'onSubmit',
    shouldFocusError: false,
  });
  const clear = (): void => {
    form.reset(emptyEfile(state));
    setFile(undefined);
    setFileFault(undefined);
  };
  /** Handles a failure (B10-36): shows its messages beside the fields or in an alert, or opens the login page. */
  const fail = async (error: CallError): Promise<void> => {
    if (isLoginNeeded(error)) dispatch(sessionEnded());
    if (isTold(error) || (error.kind === 'refused' && showFaults(form, error, fields))) return;
    await showAlert(error.kind === 'no-response' ? t('efile:lost') : windowErrorText(t, error));
  };
  const price = async (answers: EfileAnswers): Promise<void> => {
    if (!file) return;
    const request = requestOf(answers, corrected?.imageId ?? null);
    const answer = await document.send(file, request);
    if (!answer) return;
    if ('error' in answer) await fail(answer.error);
    else payment.ask({ form: request, price: answer.content });
  };
  const submit = (): void => {
    setTold('');
    const fault = faultOfDocument(file);
    setFileFault(fault);
    form.setValue('asksToAgree', asksToAgree);
    void form.handleSubmit((answers) => (fault === undefined ? price(answers) : undefined))();
  };
  const finish = async (
    { form: request, price: { imageId } }: Priced,
    transactionId: string,
  ): Promise<void> => {
    const answer = await submission.send({ ...request, imageId, paymentTransactionId: transactionId });
    if ('error' in answer) return fail(answer.error);
    clear();
    setTold(t('efile:success', { number: answer.data.transactionNumber }));
  };
  const payment = usePayment(finish, fail);
  return {
    ...{ form, file, fileFault, told, submit, clear },
    leaving: document.leaving,
    busy: submission.busy || payment.busy,
    chooseFile: (chosen: File | undefined): void => {
      setFile(chosen);
      setFileFault(chosen && faultOfDocument(chosen));
      setTold('');
    },
    question: payment.question,
    answer: payment.answer,
    frame: payment.frame,
    cardDone: payment.cardDone,
    cardCancelled: payment.cardCancelled,
  };
};
export type Efile = ReturnType<typeof useEfile>;

type Answer<T> = { data: T } | { error: CallError };

const answerOf = <T>(answer: { data?: T; error?: unknown }): Answer<T> =>
  answer.data === undefined ? { error: callErrorOf(answer.error) } : { data: answer.data };

/** Opens the card page, and reports the result of the page to the server. */
const useCard = () => {
  const [capture, { isLoading: opening }] = useEfileCaptureMutation();
  const [reportCard, { isLoading: reporting }] = useReportEfileCardMutation();
  const open = async ({ imageId, totalCharge: amount }: EfileImageAnswer) =>
    answerOf(await capture({ amount, imageId }));
  const report = async (attemptId: string, response: unknown) =>
    answerOf(await reportCard({ attemptId, response }));
  return { open, report, busy: opening || reporting };
};

/** Sends the submission. If no answer comes, sends it once more; the server accepts the document only once. */
const useSubmission = () => {
  const [send, { isLoading: busy }] = useSubmitEfileMutation();
  const twice = async (request: Parameters<typeof send>[0]) => {
    const first = await send(request);
    const lost = first.error !== undefined && callErrorOf(first.error).kind === 'no-response';
    return answerOf(lost ? await send(request) : first);
  };
  return { send: twice, busy };
};

/**
 * The transaction number in the frame's response. The specification lets the browser send this number, but only the
 * provider's answer to the server counts.
 */
const transactionIdIn = (response: unknown): string => {
  const id: unknown = Reflect.get(Object(response), 'transId');
  return typeof id === 'string' ? id.slice(0, 64) : '0';
};
