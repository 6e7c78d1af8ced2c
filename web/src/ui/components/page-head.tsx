import type { ReactNode } from 'react';

interface PageHeadProps {
  title: string;
  /** One sentence under the title. */
  lead?: string | undefined;
  /** The actions of the page, beside the title. */
  children?: ReactNode;
}

/** The head of a page. Its title takes the focus after a navigation. */
export function PageHead({ title, lead, children }: PageHeadProps) {
  return (
    <div className="page-head">
      <div className="page-head__text">
        <h1 tabIndex={-1}>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  );
}
