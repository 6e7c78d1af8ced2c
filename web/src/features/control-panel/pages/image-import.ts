import type { PageDescription } from '../section-form/page-description.js';

/** The page images that the county accepts. The specification has no page for them, so TRIMIN users set them. */
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
