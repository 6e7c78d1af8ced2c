import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { providerProblem, providerSignIn } from '../../shared/provider-addresses.js';
import { Notice } from '../../ui/components/notice.js';

/** Shows above the form why a sign-in at the identity provider failed. */
export function ProviderProblem() {
  const t = useTexts();
  const [problem] = useState(() => providerProblem(location.search));
  // removes the problem from the URL, so that a reload does not show it again
  useEffect(() => {
    if (problem) history.replaceState(history.state, '', location.pathname);
  }, [problem]);
  return problem && <Notice tone="error" title={t(`staff-sign-in:${problem}`)} />;
}

/** The link to the county's identity provider. */
export function ProviderEntry({ name }: { name: string }) {
  const t = useTexts();
  return (
    <div className="login__other">
      <a className="btn btn--block" href={providerSignIn}>
        {t('staff-sign-in:button', { name })}
      </a>
      <p className="small muted">{t('staff-sign-in:hint')}</p>
    </div>
  );
}
