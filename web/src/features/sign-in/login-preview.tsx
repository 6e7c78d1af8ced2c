import type { LoginPageContent } from '@portal/proto/http/login-page';
import { Links, News, Show } from './login-show.js';

/** What stands beside the login form, with a content that is not public. */
export function LoginPreview({ content: { links, latestNews, slides } }: { content: LoginPageContent }) {
  return (
    <div className="login">
      <Show slides={slides} />
      <News news={latestNews} />
      <Links links={links} />
    </div>
  );
}
