import { useState, type ReactNode } from 'react';
import type { AccountListRequest, ListedAccount } from '@portal/proto/http/accounts';
import { showAlert } from '../../shared/alerts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { isTold, windowErrorText } from '../../shared/http/error-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { YesNoQuestion } from '../../ui/components/yes-no-question.js';
import { useToggleAccountMutation } from './accounts.api.js';

interface Question {
  text: string;
  advice: string;
  onYes(): void;
}

export type NamedAccount = Pick<ListedAccount, 'id' | 'name' | 'status'>;

export interface AccountActions {
  toggle(account: NamedAccount): void;
  /** The question that is open. */
  question: ReactNode;
}

/**
 * What the menu of an account asks before it does it (C2-23).
 * @param onDone with the server's message; the account is other than before
 */
export function useAccountActions(
  asked: AccountListRequest,
  onDone: (message: string) => void,
): AccountActions {
  const t = useTexts();
  const [question, setQuestion] = useState<Question>();
  const [toggleAccount] = useToggleAccountMutation();
  const tell = async (answer: { data?: string; error?: unknown }): Promise<void> => {
    if (answer.error === undefined) return onDone(answer.data ?? '');
    const error = callErrorOf(answer.error);
    if (!isTold(error)) await showAlert(windowErrorText(t, error));
  };
  const toggle = ({ id, name, status }: NamedAccount): void => {
    const verb = status === 'A' ? 'deactivate' : 'activate';
    setQuestion({
      text: t(`accounts:question.${verb}`, { name }),
      advice: t(`accounts:question.${verb}Advice`),
      onYes: () => void toggleAccount({ ...asked, accountId: id }).then(tell),
    });
  };
  const [yes, no] = [t('accounts:question.yes'), t('accounts:question.no')];
  return {
    toggle,
    question: question && (
      <YesNoQuestion {...question} {...{ yes, no }} onClose={() => setQuestion(undefined)} />
    ),
  };
}
