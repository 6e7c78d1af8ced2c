import { useEffect, useState } from 'react';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { providerProblem, tellProved } from '../../shared/provider-addresses.js';
import { usePageTitle } from '../../shared/use-page-title.js';

/**
 * The page at which a window arrives after staff have signed in again to prove their identity (S38). Tells the window
 * that asked for the proof, so that the change there continues.
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
