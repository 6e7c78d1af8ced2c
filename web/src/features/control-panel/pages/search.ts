import { searchTypes } from '@portal/proto/http/search-types';
import type { PageDescription } from '../section-form/page-description.js';

const nameOf = (type: string): string => `panel-pages:searchType.${type}`;

/**
 * /controlPanel/search (C5-01 to C5-07): Search 1. Every button except 'Save Only' also resets the searches of all
 * accounts.
 */
export const page: PageDescription<'search'> = {
  section: 'search',
  title: 'panel-shell:page.search',
  lead: 'panel-pages:search.lead',
  groups: [
    {
      title: 'panel-pages:search.access',
      fields: [
        {
          name: 'searchAccess',
          label: 'panel-pages:search.searchAccess',
          effect: 'panel-pages:search.searchAccessEffect',
          control: {
            kind: 'segmented',
            choices: [
              { value: 'same', text: 'panel-pages:search.same' },
              { value: 'configurable', text: 'panel-pages:search.configurable' },
            ],
          },
        },
        {
          name: 'defaultSearch',
          label: 'panel-pages:search.defaultSearch',
          effect: 'panel-pages:search.defaultSearchEffect',
          control: {
            kind: 'select',
            choices: searchTypes.map((value) => ({ value, text: nameOf(value) })),
          },
        },
      ],
    },
    {
      title: 'panel-pages:search.types',
      lead: 'panel-pages:search.typesLead',
      matrix: {
        columns: ['panel-pages:search.enabled', 'panel-pages:search.countyNote'],
        rows: searchTypes.map((type) => ({
          label: nameOf(type),
          cells: [
            { name: 'enabled', control: { kind: 'member', value: type } },
            { name: `countyNotes.${type}`, control: { kind: 'longText', most: 2_000, lines: 2 } },
          ],
        })),
      },
    },
  ],
  saves: [
    {
      text: 'panel-pages:search.submit',
      shownWhen: { field: 'searchAccess', is: 'same' },
      with: { updateUsers: true },
    },
    {
      text: 'panel-pages:search.saveAndUpdate',
      shownWhen: { field: 'searchAccess', is: 'configurable' },
      with: { updateUsers: true },
    },
    {
      text: 'panel-pages:search.saveOnly',
      shownWhen: { field: 'searchAccess', is: 'configurable' },
      byKey: true,
    },
  ],
};
