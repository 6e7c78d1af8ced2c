import { lazy, Suspense } from 'react';
import { loadTexts } from '../shared/i18n/i18n.js';
import { useUser } from '../shared/state/selectors.js';

const ViewBanner = lazy(async () => {
  const [{ ViewBanner: Banner }] = await Promise.all([
    import('../features/account-view/view-banner.js'),
    loadTexts('account-view'),
  ]);
  return { default: Banner };
});

/** A note above each page: staff now see the portal as a user of an account would (DECISIONS.md#panel-89). */
export function AccountViewNote() {
  const view = useUser()?.view;
  return <Suspense>{view && <ViewBanner key={view.accountId} view={view} />}</Suspense>;
}
