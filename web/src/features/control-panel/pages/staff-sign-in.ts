import { staffGroupsMost } from '@portal/proto/config/office-sections';
import type { Field, PageDescription } from '../section-form/page-description.js';

const offered = { field: 'staffSignIn', is: true } as const;

/** A text field that is required while the county offers its staff a sign-in at an identity provider. */
const answer = (name: 'providerName' | 'issuer' | 'clientId', most: number): Field<'staffSignIn'> => ({
  name,
  label: `panel-pages:staffSignIn.${name}`,
  effect: `panel-pages:staffSignIn.${name}Effect`,
  control: { kind: 'text', most },
  required: offered,
});

const claim = (name: 'scopes' | 'groupsClaim', most: number): Field<'staffSignIn'> => ({
  name,
  label: `panel-pages:staffSignIn.${name}`,
  effect: `panel-pages:staffSignIn.${name}Effect`,
  control: { kind: 'text', width: 'w-30', most },
  required: true,
});

/** /controlPanel/staffSignIn (DECISIONS.md#oidc-2). */
export const page: PageDescription<'staffSignIn'> = {
  section: 'staffSignIn',
  title: 'panel-shell:page.staffSignIn',
  lead: 'panel-pages:staffSignIn.lead',
  groups: [
    {
      title: 'panel-pages:staffSignIn.offer',
      fields: [
        {
          name: 'staffSignIn',
          label: 'panel-pages:staffSignIn.staffSignIn',
          effect: 'panel-pages:staffSignIn.staffSignInEffect',
          control: { kind: 'yesNo' },
        },
        answer('providerName', 40),
      ],
    },
    {
      title: 'panel-pages:staffSignIn.provider',
      lead: 'panel-pages:staffSignIn.providerLead',
      fields: [answer('issuer', 200), answer('clientId', 200), claim('scopes', 200)],
    },
    {
      title: 'panel-pages:staffSignIn.people',
      lead: 'panel-pages:staffSignIn.peopleLead',
      fields: [
        claim('groupsClaim', 100),
        {
          name: 'groups',
          label: 'panel-pages:staffSignIn.groups',
          effect: 'panel-pages:staffSignIn.groupsEffect',
          control: {
            kind: 'rows',
            columns: [
              {
                name: 'group',
                label: 'panel-pages:staffSignIn.group',
                control: { kind: 'text', most: 200 },
                wide: true,
              },
            ],
            blank: { group: '' },
            least: 2,
            most: staffGroupsMost,
            full: 'panel-pages:staffSignIn.groupsFull',
            adds: 1,
          },
        },
      ],
    },
  ],
};
