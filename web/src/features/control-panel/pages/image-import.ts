import type { PageDescription } from '../section-form/page-description.js';

/** Which page images the county accepts. The specification has no page for it, so the provider sets it. */
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
