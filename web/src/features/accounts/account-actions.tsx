import { useState, type ReactNode } from 'react';
import type { AccountListRequest, ListedAccount } from '@portal/proto/http/accounts';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { YesNoQuestion } from '../../ui/components/yes-no-question.js';
import { useDeleteAccountMutation, useToggleAccountMutation } from './accounts.api.js';

interface Question {
  text: string;
  advice: string;
  onYes(): void;
}

interface Answer {
  data?: string;
  error?: unknown;
}

export type NamedAccount = Pick<ListedAccount, 'id' | 'name' | 'status'>;

export interface AccountActions {
  toggle(account: NamedAccount): void;
  remove(account: NamedAccount): void;
  /** The question that is open. */
  question: ReactNode;
}

/**
 * What the menu of an account asks before it does it (C2-23).
 * @param onDone with the server's message; the account is other than before
 * @param onRemoved the same when the account is gone
 */
export function useAccountActions(
  asked: AccountListRequest,
  onDone: (message: string) => void,
  onRemoved = onDone,
): AccountActions {
  const t = useTexts();
  const [question, setQuestion] = useState<Question>();
  const [toggleAccount] = useToggleAccountMutation();
  const [deleteAccount] = useDeleteAccountMutation();
  const tell = async (answer: Answer, onOk = onDone): Promise<void> => {
    if (answer.error === undefined) return onOk(answer.data ?? '');
    const error = callErrorOf(answer.error);
    if (!isTold(error)) await showAlert(windowErrorText(t, error));
  };
  const toggle = ({ id, name, status }: NamedAccount): void => {
    const verb = status === 'A' ? 'deactivate' : 'activate';
    setQuestion({
      text: t(`accounts:question.${verb}`, { name }),
      advice: t(`accounts:question.${verb}Advice`),
      onYes: () => void toggleAccount({ ...asked, accountId: id }).then((answer) => tell(answer)),
    });
  };
  const remove = ({ id, name }: NamedAccount): void =>
    setQuestion({
      text: t('accounts:question.delete', { name }),
      advice: t('accounts:question.deleteAdvice'),
      onYes: () => void deleteAccount({ ...asked, accountId: id }).then((answer) => tell(answer, onRemoved)),
    });
  const [yes, no] = [t('accounts:question.yes'), t('accounts:question.no')];
  return {
    toggle,
    remove,
    question: question && (
      <YesNoQuestion {...question} {...{ yes, no }} onClose={() => setQuestion(undefined)} />
    ),
  };
}
