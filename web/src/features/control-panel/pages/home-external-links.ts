import type { PageDescription } from '../section-form/page-description.js';
import { linkRows } from './paragraph-rows.js';

/** The page /controlPanel/homeExternalLinks (C4-12). */
export const page: PageDescription<'homeExternalLinks'> = {
  section: 'homeExternalLinks',
  title: 'panel-shell:page.homeExternalLinks',
  lead: 'panel-pages:homeExternalLinks.lead',
  preview: 'home',
  groups: [
    {
      title: 'panel-pages:rows.links',
      lead: 'panel-pages:rows.addresses',
      link: { text: 'panel-pages:rows.switches', to: '/controlPanel/homeSelections' },
      fields: [
        {
          name: 'paragraphs',
          label: 'panel-pages:rows.links',
          effect: 'panel-pages:homeExternalLinks.effect',
          control: linkRows,
        },
      ],
    },
  ],
};
