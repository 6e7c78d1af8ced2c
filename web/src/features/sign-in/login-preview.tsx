import type { LoginPageContent } from '@portal/proto/http/login-page';
import { Links, News, Show } from './login-show.js';

/** Shows the parts beside the login form with content that is not public yet. */
export function LoginPreview({ content: { links, latestNews, slides } }: { content: LoginPageContent }) {
  return (
    <div className="login">
      <Show slides={slides} />
      <News news={latestNews} />
      <Links links={links} />
    </div>
  );
}
