import type { ComponentType } from 'react';
import { loadTexts } from '../shared/i18n/i18n.js';
import { offerPagePreviews } from './page-previews.js';
import { limitedPage } from './limited-page.js';
import { pageOf, type LazyPage } from './pages.js';

offerPagePreviews();

/** Loads the component of a page. */
type PageModule = () => Promise<ComponentType>;

/** Loads a page with the texts that it shows. */
const withTexts = async <M>(module: Promise<M>, ...namespaces: string[]): Promise<M> => {
  const [loaded] = await Promise.all([module, loadTexts(...namespaces)]);
  return loaded;
};

/**
 * The module of each page in the table. The modules are listed in a separate file to keep the files of the first page
 * small.
 */
const modules: Record<LazyPage, PageModule> = {
  register: async () =>
    (
      await withTexts(
        import('../features/registration/registration-page.js'),
        ...['registration', 'person', 'forms', 'search'],
      )
    ).RegistrationPage,
  completeRegistration: async () =>
    (await withTexts(import('../features/registration/completion-page.js'), 'registration')).CompletionPage,
  forgotUsername: async () =>
    (
      await withTexts(
        import('../features/recovery/forgot-username-page.js'),
        ...['recovery', 'person', 'forms'],
      )
    ).ForgotUsernamePage,
  forgotPassword: async () =>
    (
      await withTexts(
        import('../features/recovery/forgot-password-page.js'),
        ...['recovery', 'person', 'forms'],
      )
    ).ForgotPasswordPage,
  passwordReset: async () =>
    (
      await withTexts(
        import('../features/recovery/password-reset-page.js'),
        ...['recovery', 'person', 'forms'],
      )
    ).PasswordResetPage,
  confirmEmail: async () =>
    (await withTexts(import('../features/recovery/email-confirmation-page.js'), 'recovery'))
      .EmailConfirmationPage,
  proved: async () =>
    (await withTexts(import('../features/profile/proved-page.js'), 'staff-sign-in')).ProvedPage,
  external: async () => (await import('./external-page.js')).ExternalPage,
  externalParcel: async () =>
    (await withTexts(import('../features/search/external-search-page.js'), 'search')).ExternalParcelPage,
  externalDocument: async () =>
    (await withTexts(import('../features/search/external-search-page.js'), 'search')).ExternalDocumentPage,
  efile: async () =>
    (await withTexts(import('./efile-pages.js'), 'efile', 'submissions', 'person', 'forms', 'cards'))
      .EfilePages,
  efileQueue: async () =>
    (await withTexts(import('../features/filings/efile-queue.js'), 'filings', 'forms')).EfileQueue,
  efileCorrection: async () =>
    (await withTexts(import('./efile-pages.js'), 'efile', 'submissions', 'person', 'forms', 'cards'))
      .CorrectionPages,
  submissions: async () =>
    (await withTexts(import('../features/efile/submissions-page.js'), 'submissions', 'efile'))
      .SubmissionsPage,
  submission: async () =>
    (await withTexts(import('../features/efile/submission-page.js'), 'submissions', 'efile')).SubmissionPage,
  purchases: async () =>
    (await withTexts(import('../features/purchases/purchases-page.js'), 'purchases', 'forms')).PurchasesPage,
  reports: async () =>
    (
      await withTexts(
        import('./reports.js'),
        ...['report-forms', 'reports', 'forms', 'search'],
        // the names of the pages of settings
        'panel-shell',
      )
    ).Reports,
  cardReconciliation: async () =>
    (
      await withTexts(
        import('./card-reconciliation.js'),
        ...['reconciliation', 'report-forms', 'reports', 'forms'],
      )
    ).CardReconciliation,
  userManager: async () =>
    (await withTexts(import('../features/users/user-manager.js'), 'users', 'person', 'forms', 'panel'))
      .UserManager,
  cashier: async () =>
    (await withTexts(import('../features/cashier/cashier-page.js'), 'cashier', 'forms')).CashierPage,
  corrections: async () => (await import('./moved-corrections.js')).MovedCorrections,
  monitoring: async () =>
    (await withTexts(import('../features/monitoring/monitoring-page.js'), 'monitoring', 'forms'))
      .MonitoringPage,
  controlPanel: async () => (await withTexts(import('./panel.js'), 'panel-shell')).Panel,
};

/** The component of a page's route. A user whose role may not open the page sees who may use it. */
export const loadPage = async (name: LazyPage): Promise<{ Component: ComponentType }> => {
  const { title } = pageOf(name);
  const [Page] = await Promise.all([modules[name](), title === undefined || loadTexts('access')]);
  return { Component: title === undefined ? Page : limitedPage(name, Page) };
};
