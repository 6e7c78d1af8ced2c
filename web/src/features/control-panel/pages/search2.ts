import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/search2 (C5-13): Search 2. */
export const page: PageDescription<'search2'> = {
  section: 'search2',
  title: 'panel-shell:page.search2',
  lead: 'panel-pages:search2.lead',
  groups: [
    {
      title: 'panel-pages:search2.lists',
      fields: [
        {
          name: 'allOnlySearch',
          label: 'panel-pages:search2.allOnlySearch',
          effect: 'panel-pages:search2.allOnlySearchEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
        {
          name: 'downloadResults',
          label: 'panel-pages:search2.downloadResults',
          effect: 'panel-pages:search2.downloadResultsEffect',
          control: { kind: 'yesNo' },
          span: 6,
        },
      ],
    },
    {
      title: 'panel-pages:search2.parcels',
      lead: 'panel-pages:search2.parcelsLead',
      fields: [
        {
          name: 'map',
          label: 'panel-pages:search2.map',
          effect: 'panel-pages:search2.mapEffect',
          control: { kind: 'yesNo' },
        },
        {
          name: 'mapLink',
          label: 'panel-pages:search2.mapLink',
          effect: 'panel-pages:search2.mapLinkEffect',
          control: { kind: 'text', most: 500 },
          enabledWhen: { field: 'map', is: true },
        },
        {
          name: 'tax',
          label: 'panel-pages:search2.tax',
          effect: 'panel-pages:search2.taxEffect',
          control: { kind: 'yesNo' },
        },
        {
          name: 'taxLink',
          label: 'panel-pages:search2.taxLink',
          effect: 'panel-pages:search2.taxLinkEffect',
          control: { kind: 'text', most: 500 },
          enabledWhen: { field: 'tax', is: true },
        },
      ],
    },
  ],
};
