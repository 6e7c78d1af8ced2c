import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/userAccess (C5-18 to C5-21). */
export const page: PageDescription<'userAccess'> = {
  section: 'userAccess',
  title: 'panel-shell:page.userAccess',
  lead: 'panel-pages:userAccess.lead',
  groups: [
    {
      title: 'panel-pages:userAccess.guest',
      fields: [
        {
          name: 'guestUserName',
          label: 'panel-pages:userAccess.guestUserName',
          effect: 'panel-pages:userAccess.guestUserNameEffect',
          control: { kind: 'text', width: 'w-30', most: 50 },
        },
      ],
    },
    {
      title: 'panel-pages:userAccess.attempts',
      fields: [
        {
          name: 'limitLoginAttempts',
          label: 'panel-pages:userAccess.limitLoginAttempts',
          effect: 'panel-pages:userAccess.limitLoginAttemptsEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'maxloginAttempts',
          label: 'panel-pages:userAccess.maxloginAttempts',
          effect: 'panel-pages:userAccess.maxloginAttemptsEffect',
          control: { kind: 'number' },
          enabledWhen: { field: 'limitLoginAttempts', is: true },
          span: 6,
        },
      ],
    },
    {
      title: 'panel-pages:userAccess.inactivity',
      fields: [
        {
          name: 'inactivityTimeLimit',
          label: 'panel-pages:userAccess.inactivityTimeLimit',
          effect: 'panel-pages:userAccess.inactivityTimeLimitEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'inactivityTimeLimitPeriod',
          label: 'panel-pages:userAccess.inactivityTimeLimitPeriod',
          effect: 'panel-pages:userAccess.inactivityTimeLimitPeriodEffect',
          control: { kind: 'number', unit: 'panel-pages:minutes' },
          enabledWhen: { field: 'inactivityTimeLimit', is: true },
          span: 6,
        },
      ],
    },
  ],
};
