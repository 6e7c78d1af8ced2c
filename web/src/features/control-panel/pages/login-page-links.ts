import type { PageDescription } from '../section-form/page-description.js';
import { loginLinkRows } from './paragraph-rows.js';

/** The page /controlPanel/loginPageLinks (C4-30 to C4-32). */
export const page: PageDescription<'loginPageLinks'> = {
  section: 'loginPageLinks',
  title: 'panel-shell:page.loginPageLinks',
  lead: 'panel-pages:loginPageLinks.lead',
  preview: 'loginPage',
  groups: [
    {
      title: 'panel-pages:rows.links',
      lead: 'panel-pages:loginPageLinks.words',
      link: { text: 'panel-pages:rows.switches', to: '/controlPanel/homeSelections' },
      fields: [
        {
          name: 'paragraphs',
          label: 'panel-pages:rows.links',
          effect: 'panel-pages:loginPageLinks.effect',
          control: loginLinkRows,
        },
      ],
    },
  ],
};
