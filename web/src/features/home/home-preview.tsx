import type { HomeContent } from '@portal/proto/http/home';
import { Cards } from './home-page.js';

/** The cards of the home page, with content that is not public yet. */
export function HomeCards({ content }: { content: HomeContent }) {
  return <Cards home={content} />;
}
