import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/loginPageRegistration (C4-40 to C4-43). */
export const page: PageDescription<'loginPageRegistration'> = {
  section: 'loginPageRegistration',
  title: 'panel-shell:page.loginPageRegistration',
  lead: 'panel-pages:loginPageRegistration.lead',
  preview: 'registration',
  groups: [
    {
      title: 'panel-pages:loginPageRegistration.who',
      fields: [
        {
          name: 'selfRegistration',
          label: 'panel-pages:loginPageRegistration.selfRegistration',
          effect: 'panel-pages:loginPageRegistration.selfRegistrationEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'showPrices',
          label: 'panel-pages:loginPageRegistration.showPrices',
          effect: 'panel-pages:loginPageRegistration.showPricesEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'forgotPasswordLink',
          label: 'panel-pages:loginPageRegistration.forgotPasswordLink',
          effect: 'panel-pages:loginPageRegistration.forgotPasswordLinkEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'emaileExpireIn',
          label: 'panel-pages:loginPageRegistration.emaileExpireIn',
          effect: 'panel-pages:loginPageRegistration.emaileExpireInEffect',
          control: { kind: 'number' },
          required: true,
          span: 6,
        },
      ],
    },
  ],
};
