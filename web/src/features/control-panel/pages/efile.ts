import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/efile (C5-25). */
export const page: PageDescription<'efile'> = {
  section: 'efile',
  title: 'panel-shell:page.efile',
  lead: 'panel-pages:efile.lead',
  groups: [
    {
      title: 'panel-pages:efile.filing',
      fields: [
        {
          name: 'efile',
          label: 'panel-pages:efile.efile',
          effect: 'panel-pages:efile.efileEffect',
          control: { kind: 'yesNo' },
        },
        {
          name: 'efileCountyNote',
          label: 'panel-pages:efile.efileCountyNote',
          effect: 'panel-pages:efile.efileCountyNoteEffect',
          control: { kind: 'longText', most: 2_000 },
          enabledWhen: { field: 'efile', is: true },
        },
      ],
    },
    {
      title: 'panel-pages:efile.acknowledging',
      fields: [
        {
          name: 'acknowledgement',
          label: 'panel-pages:efile.acknowledgement',
          effect: 'panel-pages:efile.acknowledgementEffect',
          control: { kind: 'yesNo' },
          enabledWhen: { field: 'efile', is: true },
        },
        {
          name: 'acknowledgementStatement',
          label: 'panel-pages:efile.acknowledgementStatement',
          effect: 'panel-pages:efile.acknowledgementStatementEffect',
          control: { kind: 'longText', most: 5_000, lines: 6 },
          enabledWhen: [
            { field: 'efile', is: true },
            { field: 'acknowledgement', is: true },
          ],
          required: { field: 'acknowledgement', is: true },
        },
      ],
    },
    {
      title: 'panel-pages:efile.office',
      fields: [
        {
          name: 'returnReasons',
          label: 'panel-pages:efile.returnReasons',
          effect: 'panel-pages:efile.returnReasonsEffect',
          control: { kind: 'longText', most: 2_000, lines: 6 },
          enabledWhen: { field: 'efile', is: true },
          required: { field: 'efile', is: true },
        },
      ],
    },
    {
      title: 'panel-pages:efile.landSystem',
      fields: [
        {
          name: 'exchange',
          label: 'panel-pages:efile.exchange',
          effect: 'panel-pages:efile.exchangeEffect',
          control: { kind: 'yesNo' },
          enabledWhen: { field: 'efile', is: true },
        },
        {
          name: 'exchangeFolder',
          label: 'panel-pages:efile.exchangeFolder',
          effect: 'panel-pages:efile.exchangeFolderEffect',
          control: { kind: 'text', most: 40 },
          enabledWhen: [
            { field: 'efile', is: true },
            { field: 'exchange', is: true },
          ],
          required: { field: 'exchange', is: true },
        },
      ],
    },
  ],
};
