import type { ComponentType } from 'react';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import type { HomeContent } from '@portal/proto/http/home';
import type { LoginPageContent } from '@portal/proto/http/login-page';

/** Loads the previews of public pages with unsaved changes, and the texts that each preview needs. */
export interface PagePreviews {
  home(): Promise<ComponentType<{ content: HomeContent }>>;
  loginPage(): Promise<ComponentType<{ content: LoginPageContent }>>;
  registration(): Promise<ComponentType<{ content: AccountOffer }>>;
}

let previews: PagePreviews | undefined;

/** Registers the previews. The app calls this, so that the control panel can show pages of other features. */
export const setPagePreviews = (next: PagePreviews): void => {
  previews = next;
};

export const pagePreviews = (): PagePreviews => {
  if (!previews) throw new Error('The application offers no previews of its pages');
  return previews;
};
