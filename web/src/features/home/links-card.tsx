import { useState } from 'react';
import type { Paragraph } from '@portal/proto/http/login-page';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Icon } from '../../ui/components/icon.js';
import { Card } from './card.js';

const shownOnCard = 6;

/**
 * The county's links (A7-07). If the county has switched on More Links (`more`), the card shows only the first six
 * links, and a window shows all links.
 */
export function LinksCard({ links, more }: { links: readonly Paragraph[]; more: boolean }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  if (links.length === 0) return null;
  const shown = more ? links.slice(0, shownOnCard) : links;
  const action = shown.length < links.length && (
    <button className="btn btn--quiet btn--sm" type="button" onClick={() => setOpen(true)}>
      {t('home:links.more')}
    </button>
  );
  return (
    <Card title={t('home:links.title')} action={action}>
      <LinkList links={shown} />
      {open && (
        <Dialog
          title={t('home:links.title')}
          closeText={t('home:close')}
          onClose={() => setOpen(false)}
          foot={
            <button className="btn btn--primary" type="button" onClick={() => setOpen(false)}>
              {t('home:close')}
            </button>
          }
        >
          <LinkList links={links} />
        </Dialog>
      )}
    </Card>
  );
}

function LinkList({ links }: { links: readonly Paragraph[] }) {
  return (
    <ul className="link-list">
      {links.map(({ heading, paragraphContent }, at) => (
        <li key={at}>
          <Icon name="external" small />
          <OutsideLink address={paragraphContent}>{heading || paragraphContent}</OutsideLink>
        </li>
      ))}
    </ul>
  );
}

/** A link to another site, without a referrer, so that the site does not learn which page links to it. */
export function OutsideLink({ address, children }: { address: string; children: string }) {
  if (address === '') return <span>{children}</span>;
  return (
    <a href={address} rel="noreferrer">
      {children}
    </a>
  );
}
