import { ControlPanel } from '../features/control-panel/control-panel.js';
import type { PanelScreens } from '../features/control-panel/panel-screens.js';
import { loadTexts } from '../shared/i18n/i18n.js';
import { focusHeading } from './focus-heading.js';
import { focusWhenLoaded } from './late-heading.js';

/**
 * Pages of the control panel that belong to other features, each with its texts. They are listed here because features
 * do not import one another.
 */
const screens: PanelScreens = {
  accounts: async () =>
    (await Promise.all([import('../features/accounts/accounts-page.js'), loadTexts('accounts', 'panel')]))[0]
      .AccountsPage,
  account: async () =>
    (
      await Promise.all([
        import('../features/accounts/account-entry-page.js'),
        loadTexts('accounts', 'panel', 'person', 'forms'),
      ])
    )[0].AccountEntryPage,
  accountPageAccess: async () =>
    (
      await Promise.all([
        import('../features/accounts/page-access-page.js'),
        loadTexts('accounts', 'panel', 'search'),
      ])
    )[0].PageAccessPage,
  accountReload: async () =>
    (
      await Promise.all([
        import('../features/accounts/reload-page.js'),
        loadTexts('accounts', 'panel', 'forms'),
      ])
    )[0].ReloadPage,
  corrections: async () =>
    (
      await Promise.all([
        import('../features/cashier/corrections-page.js'),
        loadTexts('cashier', 'forms', 'access'),
      ])
    )[0].CorrectionsPage,
};

/** Moves the focus to the heading; many pages of the control panel have none until their data have loaded. */
const arrive = (): void => {
  focusHeading();
  focusWhenLoaded(document.getElementById('main'));
};

export function Panel() {
  return <ControlPanel screens={screens} onArrived={arrive} />;
}
