import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/languages (C5-23). */
export const page: PageDescription<'languages'> = {
  section: 'languages',
  title: 'panel-shell:page.languages',
  lead: 'panel-pages:languages.lead',
  groups: [
    {
      title: 'panel-pages:languages.offered',
      fields: [
        {
          name: 'languages',
          label: 'panel-pages:languages.languages',
          effect: 'panel-pages:languages.languagesEffect',
          control: { kind: 'yesNo' },
        },
        {
          name: 'draftLanguages',
          label: 'panel-pages:languages.draftLanguages',
          effect: 'panel-pages:languages.draftLanguagesEffect',
          control: { kind: 'yesNo' },
          enabledWhen: { field: 'languages', is: true },
        },
      ],
    },
  ],
};
