import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'react-redux';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { checkSection } from '@portal/proto/config/section-rules';
import { sectionDefaults, type SectionName } from '@portal/proto/config/sections';
import { AlertHost } from '../src/app/alert-host.js';
import { openStore } from '../src/app/store.js';
import type { PageDescription } from '../src/features/control-panel/section-form/page-description.js';
import { SectionForm } from '../src/features/control-panel/section-form/section-form.js';
import { readCounty } from '../src/shared/county.js';
import { countyRead } from '../src/shared/state/county.slice.js';
import { signedIn } from '../src/shared/state/session.slice.js';
import { openServer, refuse, settle, someHelp, someUser, told, type Handler } from './portal.js';

type Values = Record<string, unknown>;
interface Version {
  version: number;
  value: Values;
  savedBy: string;
  savedAt: string;
  reason: string;
}

/**
 * A stand-in for one section on the server. It checks each save and stores it as a new version. Tests call `write` for
 * saves by other users.
 */
export const sectionOnServer = (name: SectionName, first: Values = {}) => {
  const defaults = sectionDefaults(name) as Values;
  const versions: Version[] = [];
  const plans: Values[] = [];
  const write = (value: Values, savedBy: string, reason = ''): number => {
    const version = versions.length + 1;
    versions.push({ version, value, savedBy, reason, savedAt: `2026-11-${10 + version}T20:15:00Z` });
    return version;
  };
  write({ ...defaults, ...first }, 'lake.recorder', 'As it came');
  const newest = (): Version => versions.at(-1)!;
  const save: Handler = (body) => {
    const checked = checkSection(name, body['value']);
    if (!checked.ok) return refuse({ status: 422, message: 'Please check.', fields: { ...checked.fields } });
    if (body['version'] !== newest().version) return refuse({ status: 200, message: 'Somebody else saved.' });
    const version = write(checked.value as Values, 'demo.county', String(body['reason']));
    return told('The settings are saved.', {
      name,
      version,
      value: checked.value,
      baseContent: checked.value,
    });
  };
  const address = `controlPanel/countyConfig/${name}`;
  const handlers: Record<string, Handler> = {
    [address]: (body, call) => (call.method === 'GET' ? { ...newest(), name, defaults } : save(body, call)),
    [`${address}/versions`]: () => ({ versions: [...versions].reverse().map((each) => ({ ...each, name })) }),
    [`${address}/plans`]: (body) => {
      const plan = {
        ...{ id: body['id'], name, changes: body['value'], effectiveAt: '2027-01-01T06:00:00.000Z' },
        ...{ state: 'PLANNED', reason: body['reason'], plannedBy: 'demo.county' },
        plannedAt: '2026-11-21T12:00:00.000Z',
      };
      plans.push(plan);
      return told('The change is planned.', plan);
    },
    'controlPanel/plannedChanges': () => ({ plans }),
    'controlPanel/plannedChanges/withdraw': ({ id }) => {
      plans.splice(
        plans.findIndex((plan) => plan['id'] === id),
        1,
      );
      return told('The planned change is taken back.');
    },
  };
  return { address, handlers, versions, plans, newest, write };
};
export type SectionOnServer = ReturnType<typeof sectionOnServer>;

/** Returns a handler for the section's address. It passes each save to `save`, and each GET to the usual handler. */
export const answerSaves = (
  { address, handlers }: SectionOnServer,
  save: Handler,
): Record<string, Handler> => ({
  [address]: (body, call) => (call.method === 'GET' ? handlers[address]!(body, call) : save(body, call)),
});

/** Returns handlers of a section whose saves wait until `answer` is called. */
export const holdSaves = (section: SectionOnServer) => {
  const { promise: held, resolve: answer } = Promise.withResolvers<void>();
  const handlers = answerSaves(section, async (body, call) => {
    await held;
    return section.handlers[section.address]!(body, call);
  });
  return { handlers, answer };
};

/**
 * Opens a page of settings, with the window that shows alerts. The router also has a home page, so that tests can leave
 * the page of settings.
 */
export const openSectionPage = async <N extends SectionName>(
  page: PageDescription<N>,
  { section, handlers = {} }: { section: SectionOnServer; handlers?: Record<string, Handler> },
) => {
  const server = openServer({ ...section.handlers, ...handlers });
  const store = openStore(sessionStorage);
  store.dispatch(countyRead(readCounty('lake', someHelp())));
  store.dispatch(signedIn(someUser({ role: 'COUNTY', username: 'demo.county' })));
  const router = createMemoryRouter(
    [
      {
        path: '/controlPanel/*',
        element: (
          <>
            <SectionForm page={page} />
            <AlertHost />
          </>
        ),
      },
      { path: '/home', element: <h1>Home</h1> },
    ],
    { initialEntries: ['/controlPanel/page'] },
  );
  const view = render(
    <Provider store={store}>
      <RouterProvider router={router} />
    </Provider>,
  );
  await settle();
  const saves = () => server.callsTo(section.address).filter(({ method }) => method === 'POST');
  return { server, store, section, router, view, saves, user: userEvent.setup() };
};
export type SectionPage = Awaited<ReturnType<typeof openSectionPage>>;

export const box = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label);
export const button = (name: string | RegExp) => screen.getByRole('button', { name });
export const retype = async ({ user }: Pick<SectionPage, 'user'>, label: string | RegExp, text: string) => {
  await user.clear(box(label));
  if (text !== '') await user.type(box(label), text);
};
