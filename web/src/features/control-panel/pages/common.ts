import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/common (C4-01). */
export const page: PageDescription<'common'> = {
  section: 'common',
  title: 'panel-shell:page.common',
  lead: 'panel-pages:common.lead',
  preview: 'home',
  groups: [
    {
      title: 'panel-pages:common.names',
      fields: [
        {
          name: 'countyName',
          label: 'panel-pages:common.countyName',
          effect: 'panel-pages:common.countyNameEffect',
          control: { kind: 'text', width: 'w-30', most: 100 },
        },
        {
          name: 'appTitle',
          label: 'panel-pages:common.appTitle',
          effect: 'panel-pages:common.appTitleEffect',
          control: { kind: 'text', width: 'w-30', most: 100 },
        },
      ],
    },
    {
      title: 'panel-pages:common.contact',
      lead: 'panel-pages:common.contactLead',
      fields: [
        {
          name: 'contactName',
          label: 'panel-pages:common.contactName',
          effect: 'panel-pages:common.contactNameEffect',
          control: { kind: 'text', width: 'w-30', most: 100 },
          span: 6,
        },
        {
          name: 'contactTitle',
          label: 'panel-pages:common.contactTitle',
          effect: 'panel-pages:common.contactTitleEffect',
          control: { kind: 'text', width: 'w-30', most: 100 },
          span: 6,
        },
        {
          name: 'contactPhone',
          label: 'panel-pages:common.contactPhone',
          effect: 'panel-pages:common.contactPhoneEffect',
          control: { kind: 'text', width: 'w-15', most: 20 },
          span: 6,
        },
        {
          name: 'contactEmail',
          label: 'panel-pages:common.contactEmail',
          effect: 'panel-pages:common.contactEmailEffect',
          control: { kind: 'text', width: 'w-30', most: 50 },
          span: 6,
        },
      ],
    },
    {
      title: 'panel-pages:common.labels',
      fields: [
        {
          name: 'bookLabel',
          label: 'panel-pages:common.bookLabel',
          effect: 'panel-pages:common.bookLabelEffect',
          control: { kind: 'text', width: 'w-15', most: 20 },
          span: 6,
        },
        {
          name: 'torrensLabel',
          label: 'panel-pages:common.torrensLabel',
          effect: 'panel-pages:common.torrensLabelEffect',
          control: { kind: 'text', width: 'w-15', most: 20 },
          span: 6,
        },
      ],
    },
  ],
};
