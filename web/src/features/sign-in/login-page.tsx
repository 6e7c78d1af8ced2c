import { lazy, Suspense, useEffect, useState, type ComponentType } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { LoginForm } from './login-form.js';

/** Without its file, after a new build for one, the form is there all the same. */
const LoginShow = lazy<ComponentType>(() =>
  import('./login-show.js').then(
    ({ LoginShow: show }) => ({ default: show }),
    () => ({ default: () => null }),
  ),
);

/** The login page (A2-01): the form first; what the county shows beside it comes after the first paint. */
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
