import { useNavigate } from 'react-router';
import { showAlert } from '../../shared/alerts.js';
import { isTold, windowErrorText } from '../../shared/http/alert-texts.js';
import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { useLazyLoginStatusQuery } from '../../shared/session.api.js';
import { useSeeAsAccountMutation } from './accounts.api.js';

/** Shows staff the portal as a user of the account would see it, beginning with the home page. */
export function SeeAsAccount({ id }: { id: string }) {
  const t = useTexts();
  const navigate = useNavigate();
  const [begin, { isLoading }] = useSeeAsAccountMutation();
  const [ask] = useLazyLoginStatusQuery();
  const see = async (): Promise<void> => {
    if (isLoading) return;
    const { error } = await begin(id);
    if (error === undefined) {
      // the home page comes first, because the account's users cannot open the present page
      await navigate('/home');
      await ask();
      return;
    }
    const callError = callErrorOf(error);
    if (!isTold(callError)) await showAlert(windowErrorText(t, callError));
  };
  return (
    <button className="btn" type="button" aria-disabled={isLoading || undefined} onClick={() => void see()}>
      {t('accounts:seeAs')}
    </button>
  );
}
