import type { ReactNode } from 'react';
import type { CallError } from '../../shared/http/call.js';
import { windowErrorText } from '../../shared/http/alert-texts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { usePageTitle } from '../../shared/use-page-title.js';
import { Notice } from './notice.js';
import { PageHead } from './page-head.js';

interface TicketPageProps {
  title: string;
  /** Says that the link is being checked, or that it worked. */
  outcome: ReactNode;
  failure: CallError | undefined;
  /** What the user can do next. */
  children: ReactNode;
}

/** The page of a mailed link: its result, and the next step. */
export function TicketPage({ title, outcome, failure, children }: TicketPageProps) {
  const t = useTexts();
  usePageTitle(title);
  return (
    <div className="content content--center content--form stack">
      <PageHead title={title} />
      <div role="status" className="stack">
        {outcome}
      </div>
      {failure && <Notice tone="error" title={windowErrorText(t, failure)} />}
      {children}
    </div>
  );
}
