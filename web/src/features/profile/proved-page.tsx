import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { providerProblem, tellProved } from '../../shared/provider-addresses.js';
import { usePageTitle } from '../../shared/use-page-title.js';

/**
 * The page that a window shows after staff signed in again. Notifies the window that waits for the proof, so that the
 * waiting window continues.
 */
export function ProvedPage() {
  const t = useTexts();
  const [problem] = useState(() => providerProblem(location.search));
  const title = t(problem ? 'staff-sign-in:proof.failed' : 'staff-sign-in:proof.done');
  usePageTitle(title);
  useEffect(() => {
    if (problem) return;
    tellProved();
    // works only in a window that a script has opened; the browser keeps all other windows open
    window.close();
  }, [problem]);
  return (
    <>
      <h1 tabIndex={-1}>{title}</h1>
      <p role={problem && 'alert'}>{t(`staff-sign-in:${problem ?? 'proof.doneText'}`)}</p>
    </>
  );
}
