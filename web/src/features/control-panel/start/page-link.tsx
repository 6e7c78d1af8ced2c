import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useUser } from '../../../shared/state/selectors.js';
import { Link } from '../../../ui/components/link.js';
import { isPanelPageFor, panelPageOf } from '../panel-pages.js';

/**
 * Links to the page of a section. Readers who cannot open the page see only its name; a section without a page shows
 * its stored name.
 */
export function PageLink({ section }: { section: string }) {
  const t = useTexts();
  const role = useUser()?.role;
  const page = panelPageOf(section);
  if (!page) return section;
  if (!isPanelPageFor(page, role)) return t(page.title);
  return <Link to={`/controlPanel/${page.path}`}>{t(page.title)}</Link>;
}
