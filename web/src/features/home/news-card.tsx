import { useState } from 'react';
import type { Paragraph } from '@portal/proto/http/login-page';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Dialog } from '../../ui/components/dialog.js';
import { Card } from './card.js';
import { shortText } from './home.rules.js';

/** Number of news items on the card; the window has the rest (C4-05). */
const shownOnCard = 3;

/**
 * The latest news (A7-07). If the county has switched on More News (`more`), the card shows only the beginning of the
 * first items, and a window shows everything (A7-08).
 */
export function NewsCard({ news, more }: { news: readonly Paragraph[]; more: boolean }) {
  const t = useTexts();
  const [open, setOpen] = useState(false);
  if (news.length === 0) return null;
  const shown = more ? news.slice(0, shownOnCard).map(shortened) : news;
  const hides = shown.some(({ paragraphContent }, at) => paragraphContent !== news[at]?.paragraphContent);
  const action = (news.length > shown.length || hides) && (
    <button className="btn btn--quiet btn--sm" type="button" onClick={() => setOpen(true)}>
      {t('home:news.more')}
    </button>
  );
  return (
    <Card title={t('home:news.title')} action={action}>
      <NewsList news={shown} />
      {open && <NewsDialog news={news} onClose={() => setOpen(false)} />}
    </Card>
  );
}

const shortened = ({ heading, paragraphContent }: Paragraph): Paragraph => ({
  heading,
  paragraphContent: shortText(paragraphContent),
});

/** The headings are one level below the heading of the card or of the window. */
function NewsList({ news, level: Heading = 'h3' }: { news: readonly Paragraph[]; level?: 'h2' | 'h3' }) {
  return (
    <ul className="news">
      {news.map(({ heading, paragraphContent }, at) => (
        <li key={at}>
          {heading !== '' && <Heading>{heading}</Heading>}
          {paragraphContent !== '' && <p>{paragraphContent}</p>}
        </li>
      ))}
    </ul>
  );
}

function NewsDialog({ news, onClose }: { news: readonly Paragraph[]; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog
      title={t('home:news.title')}
      size="lg"
      closeText={t('home:close')}
      onClose={onClose}
      foot={
        <button className="btn btn--primary" type="button" onClick={onClose}>
          {t('home:close')}
        </button>
      }
    >
      <NewsList news={news} level="h2" />
    </Dialog>
  );
}
