/** @jest-environment jsdom */
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals';
import { fireEvent, screen, within } from '@testing-library/react';
import type { ReportSchedule } from '@portal/proto/http/report-schedules';
import type { ReportName } from '@portal/proto/http/reports';
import type { Role } from '@portal/proto/roles';
import { openPortal, preparePortal, refuse, settle, someUser, type Handler } from './portal.js';

preparePortal({ beforeAll, afterEach });

const offered: readonly ReportName[] = ['STATEMENT', 'ACCOUNT', 'USER'];
const open = (path: string, role: Role = 'COUNTY', handlers: Record<string, Handler> = {}) =>
  openPortal(path, {
    user: someUser({ role }),
    handlers: {
      'report/offered': () => ({ reports: offered.map((report) => ({ report, countyNote: '' })) }),
      'report/jobs': () => ({ jobs: [] }),
      'report/schedules': () => ({ schedules: [] }),
      ...handlers,
    },
  });
const bodyOf = (portal: Awaited<ReturnType<typeof open>>, wanted: string) =>
  portal.server.calls.find(({ path }) => path === wanted)?.body ?? {};

describe('the schedules of a report', () => {
  const schedule = (over: Partial<ReportSchedule> = {}): ReportSchedule => ({
    ...{ id: '00000000-0000-4000-8000-000000000002', report: 'USER', format: 'XLSX', interval: 'WEEKLY' },
    ...{ day: 5, hour: 0, nextAt: '2026-11-27T06:00:00.000Z' },
    criteria: {
      ...{ accountName: 'Aurora Title', username: '', dataSource: 'FIVE', transactionType: 'ALL' },
      ...{ logInformation: 'ALL', orderBy: 'username' },
    },
    ...over,
  });
  const region = () => screen.getByRole('region', { name: 'Schedules' });

  test('can be added with the criteria of the page, are shown in words, and can be removed', async () => {
    let schedules: ReportSchedule[] = [];
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/schedules': () => ({ schedules }),
      'report/schedules/add': () => {
        schedules = [schedule()];
        return { schedule: schedule().id };
      },
      'report/schedules/remove': () => {
        schedules = [];
        return {};
      },
    });
    await settle();
    const field = (label: string) => within(region()).getByLabelText(label);
    fireEvent.change(screen.getByLabelText('Account name'), { target: { value: 'Aurora Title' } });
    await portal.user.selectOptions(field('How often'), 'Each week');
    await portal.user.selectOptions(field('Day of the week'), 'Friday');
    await portal.user.selectOptions(field('Time'), '12:00 AM');
    await portal.user.selectOptions(field('File'), 'Excel');
    await portal.user.click(within(region()).getByRole('button', { name: 'Add schedule' }));
    await settle();
    expect(bodyOf(portal, 'report/schedules/add')).toEqual({
      ...{ report: 'USER', format: 'XLSX', interval: 'WEEKLY', day: 5, hour: 0 },
      criteria: schedule().criteria,
    });
    expect(within(region()).getByRole('status').textContent).toContain('Friday, November 27, 2026');
    const name = 'User report, Aurora Title, Excel, each Friday at 12:00 AM';
    expect(within(region()).getByText(name)).toBeDefined();
    await portal.user.click(within(region()).getByRole('button', { name: `Remove the schedule ${name}` }));
    await settle();
    expect(within(region()).queryByText(name)).toBeNull();
    expect(document.activeElement?.textContent).toBe('Schedules');
  });

  test('mark the field Account name if the server does not know the name', async () => {
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/schedules/add': () =>
        refuse({
          ...{ status: 422, code: 'INVALID_INPUT', message: 'Correct the fields.' },
          fields: { accountName: 'No account has this name. Choose one with Find.' },
        }),
    });
    await settle();
    await portal.user.click(within(region()).getByRole('button', { name: 'Add schedule' }));
    await settle();
    expect(screen.getByLabelText('Account name').getAttribute('aria-invalid')).toBe('true');
  });

  test('show a message if they cannot be loaded, and are loaded when the user tries again', async () => {
    let away = true;
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/schedules': () =>
        away ? refuse({ status: 503, code: 'SERVICE_UNAVAILABLE' }) : { schedules: [schedule()] },
    });
    await settle();
    expect(within(region()).getByText('Your schedules could not be loaded.')).toBeDefined();
    away = false;
    await portal.user.click(within(region()).getByRole('button', { name: 'Try again' }));
    await settle();
    expect(within(region()).getByText(/^User report, Aurora Title/)).toBeDefined();
  });

  test.each([
    ['stay, with the focus on the button, when a removal fails', 503, 'SERVICE_UNAVAILABLE', true],
    ['can be removed without an error if they have already been removed elsewhere', 404, 'NOT_FOUND', false],
  ] as const)('%s', async (_, status, code, stays) => {
    let schedules = [schedule()];
    const portal = await open('/reports/UserReport', 'COUNTY', {
      'report/schedules': () => ({ schedules }),
      'report/schedules/remove': () => {
        if (!stays) schedules = [];
        return refuse({ status, code });
      },
    });
    await settle();
    const button = within(region()).getByRole('button', { name: /^Remove the schedule/ });
    await portal.user.click(button);
    await settle();
    expect(within(region()).getByRole('status').textContent).toContain(
      stays ? 'could not be removed' : 'was removed',
    );
    expect(document.activeElement?.textContent).toBe(stays ? button.textContent : 'Schedules');
  });

  test('are not offered to users of accounts', async () => {
    const portal = await open('/reports/UserReport', 'ACCOUNT');
    await settle();
    expect(screen.queryByRole('region', { name: 'Schedules' })).toBeNull();
    expect(portal.server.calls.filter(({ path }) => path === 'report/schedules')).toEqual([]);
  });
});
