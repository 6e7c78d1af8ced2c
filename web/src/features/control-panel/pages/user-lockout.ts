import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/userLockout (C6-01 to C6-05). */
export const page: PageDescription<'userLockout'> = {
  section: 'userLockout',
  title: 'panel-shell:page.userLockout',
  lead: 'panel-pages:userLockout.lead',
  preview: 'lockout',
  groups: [
    {
      title: 'panel-pages:userLockout.lockout',
      fields: [
        {
          name: 'lockoutInPlace',
          label: 'panel-pages:userLockout.lockoutInPlace',
          effect: 'panel-pages:userLockout.lockoutInPlaceEffect',
          control: { kind: 'yesNo' },
        },
      ],
    },
    {
      title: 'panel-pages:userLockout.messages',
      fields: [
        {
          name: 'messageLogin',
          label: 'panel-pages:userLockout.messageLogin',
          effect: 'panel-pages:userLockout.messageLoginEffect',
          control: { kind: 'longText', most: 500 },
          required: true,
        },
        {
          name: 'messageHeadline',
          label: 'panel-pages:userLockout.messageHeadline',
          effect: 'panel-pages:userLockout.messageHeadlineEffect',
          control: { kind: 'longText', most: 500 },
          required: true,
        },
      ],
    },
  ],
};
