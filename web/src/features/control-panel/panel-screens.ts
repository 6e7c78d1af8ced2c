import { createElement, lazy, type ComponentType } from 'react';
import { loadTexts } from '../../shared/i18n/i18n.js';
import type { AnyDescription, LoadDescription, NamedPanelPage, PanelPageName } from './panel-pages.js';
import { formTexts } from './panel-texts.js';

export interface PanelScreenProps {
  /** The parameters of the screen's URL path. */
  params: Readonly<Record<string, string>>;
}
type LoadScreen = () => Promise<ComponentType<PanelScreenProps>>;

/**
 * The pages that are written as components instead of described as forms: for each page, a function that loads the
 * component and its texts.
 */
export type PanelScreens = Partial<Record<PanelPageName, LoadScreen>>;

/** Screens of this folder. The screens of other features come from `app/panel.tsx`. */
const ownScreens: PanelScreens = {
  billingSchedule: async () =>
    (await Promise.all([import('./billing/schedule-screen.js'), loadTexts(...formTexts, 'billing')]))[0]
      .ScheduleScreen,
  accountTasks: async () =>
    (
      await Promise.all([import('./billing/account-tasks-screen.js'), loadTexts('billing', 'panel', 'forms')])
    )[0].AccountTasksScreen,
  cardKeys: async () =>
    (
      await Promise.all([
        import('./card-keys/card-keys-screen.js'),
        loadTexts('operations', 'panel', 'forms'),
      ])
    )[0].CardKeysScreen,
  landLinkPostings: async () =>
    (await Promise.all([import('./landlink/landlink-screen.js'), loadTexts('operations')]))[0].LandLinkScreen,
  start: async () =>
    (await Promise.all([import('./start/start-page.js'), loadTexts(...formTexts)]))[0].StartPage,
  userLockout2: async () =>
    (await Promise.all([import('./operations/sessions-screen.js'), loadTexts('operations')]))[0]
      .SessionsScreen,
  performanceMonitoring: async () =>
    (await Promise.all([import('./operations/technical-screens.js'), loadTexts('operations')]))[0]
      .MonitoringScreen,
  reloadConfiguration: async () =>
    (await Promise.all([import('./operations/technical-screens.js'), loadTexts('operations')]))[0]
      .ReloadScreen,
  landSharkOneAccountsUsers: async () =>
    (await Promise.all([import('./ls1/ls1-screens.js'), loadTexts('operations', 'panel', 'forms')]))[0]
      .Ls1AccountsUsersScreen,
  landSharkOneAuditLog: async () =>
    (await Promise.all([import('./ls1/ls1-screens.js'), loadTexts('operations', 'panel', 'forms')]))[0]
      .Ls1AuditLogScreen,
  userPurgeNow: async () =>
    (
      await Promise.all([
        import('./operations/user-purge-screen.js'),
        loadTexts('operations', 'panel', 'forms'),
      ])
    )[0].UserPurgeScreen,
  userPurgeSchedule: async () =>
    (
      await Promise.all([
        import('./operations/user-purge-schedule-screen.js'),
        loadTexts(...formTexts, 'operations'),
      ])
    )[0].UserPurgeScheduleScreen,
  auditLogPurgeSchedule: async () =>
    (
      await Promise.all([import('./operations/audit-purge-screen.js'), loadTexts(...formTexts, 'operations')])
    )[0].AuditPurgeScreen,
};

/** The form of a page, drawn from its description. */
async function loadForm(load: LoadDescription): Promise<ComponentType<PanelScreenProps>> {
  const [{ page }, { SectionForm }] = await Promise.all([
    load(),
    import('./section-form/section-form.js'),
    loadTexts(...formTexts),
  ]);
  const Form = SectionForm as ComponentType<{ page: AnyDescription }>;
  return () => createElement(Form, { page });
}

export type ScreenOf = (page: NamedPanelPage) => ComponentType<PanelScreenProps>;

/** Returns a function that returns the component of a page. The component loads when it is first shown. */
export function openScreens(others: PanelScreens): ScreenOf {
  const screens = { ...ownScreens, ...others };
  /** The components by page. A page always gets the same component, because React would discard its state otherwise. */
  const drawn = new Map<PanelPageName, ComponentType<PanelScreenProps>>();
  const loaderOf = ({ name, description }: NamedPanelPage): LoadScreen => {
    const load = screens[name] ?? (description && (() => loadForm(description)));
    if (!load) throw new Error(`The page ${name} has neither a screen nor a description`);
    return load;
  };
  return (page) => {
    const load = loaderOf(page);
    const known = drawn.get(page.name) ?? lazy(async () => ({ default: await load() }));
    drawn.set(page.name, known);
    return known;
  };
}
