import type { ComponentType } from 'react';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import type { HomeContent } from '@portal/proto/http/home';
import type { LoginPageContent } from '@portal/proto/http/login-page';

/** Previews of public pages with unsaved changes, each with its texts. */
export interface PagePreviews {
  home(): Promise<ComponentType<{ content: HomeContent }>>;
  loginPage(): Promise<ComponentType<{ content: LoginPageContent }>>;
  registration(): Promise<ComponentType<{ content: AccountOffer }>>;
}

let previews: PagePreviews | undefined;

/** Registers the previews: the app knows the pages, and the control panel shows them. */
export const setPagePreviews = (next: PagePreviews): void => {
  previews = next;
};

export const pagePreviews = (): PagePreviews => {
  if (!previews) throw new Error('The application offers no previews of its pages');
  return previews;
};
