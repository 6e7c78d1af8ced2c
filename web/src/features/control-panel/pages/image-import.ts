import type { PageDescription } from '../section-form/page-description.js';

/**
 * The settings for the page images that the county accepts, on a page for TRIMIN users. The specification has no such
 * page.
 */
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
