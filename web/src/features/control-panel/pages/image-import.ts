import type { PageDescription } from '../section-form/page-description.js';

/** What the county takes in as page images; the specification has no page for it, so that the provider sets it. */
export const page: PageDescription<'imageImport'> = {
  section: 'imageImport',
  title: 'panel-shell:page.imageImport',
  lead: 'panel-pages:imageImport.lead',
  groups: [
    {
      title: 'panel-pages:imageImport.pages',
      fields: [
        {
          name: 'drawPages',
          label: 'panel-pages:imageImport.drawPages',
          effect: 'panel-pages:imageImport.drawPagesEffect',
          control: { kind: 'yesNo' },
        },
      ],
    },
  ],
};
