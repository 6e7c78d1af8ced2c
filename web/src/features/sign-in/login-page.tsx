import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { LoginForm } from './login-form.js';

/**
 * The slides or the introduction beside the form. If their file cannot be loaded, for example after a new build, the
 * form is shown without them.
 */
const LoginShow = lazy<ComponentType>(() =>
  import('./login-show.js').then(
    ({ LoginShow: show }) => ({ default: show }),
    () => ({ default: () => null }),
  ),
);

/** The login page (A2-01). The form comes first; the county's other content loads after the first paint. */
export function LoginPage() {
  const t = useTexts();
  usePageTitle(t('sign-in:title'));
  const [painted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <div className="login">
      <LoginForm />
      <Suspense>{painted && <LoginShow />}</Suspense>
    </div>
  );
}
