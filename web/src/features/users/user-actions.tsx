import { useState, type ReactNode } from 'react';
import type { ListedUser, UserListRequest } from '@portal/proto/http/user-manager';
import { alertFailure } from '../../shared/alert-failure.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useCounty } from '../../shared/state/selectors.js';
import { YesNoQuestion } from '../../ui/components/yes-no-question.js';
import { useChangeUserStatusMutation, useDeleteUserMutation } from './users.api.js';

interface Question {
  text: string;
  advice?: string;
  onYes(): void;
}

export interface UserActions {
  toggle(user: ListedUser): void;
  remove(user: ListedUser): void;
  /** The open question, if any. */
  question: ReactNode;
}

/**
 * The actions of a row's menu. All of them ask for confirmation, except activating an inactive user (C1-36 to C1-38,
 * C1-40).
 * @param onDone gets the server's message after the list changed
 */
export function useUserActions(asked: UserListRequest, onDone: (message: string) => void): UserActions {
  const t = useTexts();
  const [question, setQuestion] = useState<Question>();
  const [changeStatus] = useChangeUserStatusMutation();
  const [deleteUser] = useDeleteUserMutation();
  const tell = async (answer: { data?: string; error?: unknown }): Promise<void> => {
    if (answer.error === undefined) return onDone(answer.data ?? '');
    await alertFailure(t, answer.error);
  };
  const { guestUserName } = useCounty().userAccess;
  const isGuest = ({ username }: ListedUser): boolean =>
    guestUserName !== '' && username.toLowerCase() === guestUserName.toLowerCase();
  const toggle = (user: ListedUser): void => {
    const status = user.status === 'A' ? 'I' : 'A';
    const send = (): void => void changeStatus({ ...asked, userId: user.id, status }).then(tell);
    if (user.status === 'I') return send();
    const text =
      user.status === 'A'
        ? t('users:question.deactivate', { username: user.username })
        : t(`users:question.${user.status}`);
    const advice = user.status === 'A' && isGuest(user) ? t('users:question.guest') : undefined;
    setQuestion({ text, ...(advice !== undefined && { advice }), onYes: send });
  };
  const remove = (user: ListedUser): void =>
    setQuestion({
      text: t('users:question.delete', { username: user.username }),
      advice: `${isGuest(user) ? `${t('users:question.guest')} ` : ''}${t('users:question.deleteAdvice')}`,
      onYes: () => void deleteUser({ ...asked, userId: user.id }).then(tell),
    });
  const close = (): void => setQuestion(undefined);
  return {
    toggle,
    remove,
    question: question && (
      <YesNoQuestion
        {...question}
        yes={t('users:question.yes')}
        no={t('users:question.no')}
        onClose={close}
      />
    ),
  };
}
