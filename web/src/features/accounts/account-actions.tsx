import { useState, type ReactNode } from 'react';
import type { AccountListRequest, ListedAccount } from '@portal/proto/http/accounts';
import { alertFailure } from '../../shared/alert-failure.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { YesNoQuestion } from '../../ui/components/yes-no-question.js';
import {
  useChangeAccountStatusMutation,
  useDeleteAccountMutation,
  useLazyAccountOfUserQuery,
  useLazyAccountOverviewQuery,
} from './accounts.api.js';

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
  /** The open question, if any. */
  question: ReactNode;
}

interface AccountPageTerms {
  onRemoved?(message: string): void;
  unsaved?: boolean;
}

/**
 * The questions that the menu of an account asks before it acts (C2-23).
 * @param onDone gets the server's message after the account changed
 * @param page.onRemoved gets the server's message after the account was deleted
 * @param page.unsaved true if the page has unsaved changes; they are lost when the account's status changes
 */
export function useAccountActions(
  asked: AccountListRequest,
  onDone: (message: string) => void,
  { onRemoved = onDone, unsaved = false }: AccountPageTerms = {},
): AccountActions {
  const t = useTexts();
  const [question, setQuestion] = useState<Question>();
  const [changeStatus] = useChangeAccountStatusMutation();
  const [deleteAccount] = useDeleteAccountMutation();
  const tell = async (answer: Answer, onOk = onDone): Promise<void> => {
    if (answer.error === undefined) return onOk(answer.data ?? '');
    await alertFailure(t, answer.error);
  };
  const [findAccount] = useLazyAccountOfUserQuery();
  const [readOverview] = useLazyAccountOverviewQuery();
  const guest = useCounty().userAccess.guestUserName;
  /** Puts a warning before the advice if the account has the county's guest: the action would end guest access. */
  const withGuest = async (advice: string, id: string): Promise<string> => {
    if (guest === '') return advice;
    const { data: ofGuest } = await findAccount(guest);
    return ofGuest === id ? `${t('accounts:question.guest', { guest })} ${advice}` : advice;
  };
  const toggle = async ({ id, name, status }: NamedAccount): Promise<void> => {
    const verb = status === 'A' ? 'deactivate' : 'activate';
    const wanted = { ...asked, accountId: id, status: status === 'A' ? 'I' : 'A' } as const;
    const what = t(`accounts:question.${verb}Advice`);
    const advice = unsaved ? `${t('accounts:question.unsaved')} ${what}` : what;
    setQuestion({
      text: t(`accounts:question.${verb}`, { name }),
      advice: status === 'A' ? await withGuest(advice, id) : advice,
      onYes: () => void changeStatus(wanted).then((answer) => tell(answer)),
    });
  };
  const remove = async ({ id, name }: NamedAccount): Promise<void> => {
    // if this request fails, `seen` is missing, and the server then deletes only an account without images
    const seen = (await readOverview(id)).data?.seen;
    const lost = seen?.images ? ` ${t('accounts:question.lostImages', { count: seen.images })}` : '';
    setQuestion({
      text: t('accounts:question.delete', { name }),
      advice: await withGuest(`${t('accounts:question.deleteAdvice')}${lost}`, id),
      onYes: () =>
        void deleteAccount({ ...asked, accountId: id, seen }).then((answer) => tell(answer, onRemoved)),
    });
  };
  const [yes, no] = [t('accounts:question.yes'), t('accounts:question.no')];
  return {
    toggle: (account) => void toggle(account),
    remove: (account) => void remove(account),
    question: question && (
      <YesNoQuestion {...question} {...{ yes, no }} onClose={() => setQuestion(undefined)} />
    ),
  };
}
