import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Link } from '../../../ui/components/link.js';
import { panelPageOf } from '../panel-pages.js';

/** Links to the page of a section; a section without a page shows its stored name. */
export function PageLink({ section }: { section: string }) {
  const t = useTexts();
  const page = panelPageOf(section);
  return page ? <Link to={`/controlPanel/${page.path}`}>{t(page.title)}</Link> : section;
}
