import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { providerProblem, providerSignIn } from '../../shared/provider-addresses.js';
import { Notice } from '../../ui/components/notice.js';

/** The way to the county's identity provider, and what went wrong there. */
export function ProviderEntry({ name }: { name: string }) {
  const t = useTexts();
  const [problem] = useState(() => providerProblem(location.search));
  // a reload must not tell it again
  useEffect(() => {
    if (problem) history.replaceState(history.state, '', location.pathname);
  }, [problem]);
  return (
    <div className="login__other">
      {problem && <Notice tone="error" title={t(`staff-sign-in:${problem}`)} />}
      <a className="btn btn--block" href={providerSignIn}>
        {t('staff-sign-in:button', { name })}
      </a>
      <p className="small muted">{t('staff-sign-in:hint')}</p>
    </div>
  );
}
