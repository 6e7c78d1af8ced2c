import type { PageDescription } from '../section-form/page-description.js';
import { newsRows } from './paragraph-rows.js';

/** /controlPanel/loginPageLatestNews (C4-35): the same editor as for the news of the home page. */
export const page: PageDescription<'loginPageLatestNews'> = {
  section: 'loginPageLatestNews',
  title: 'panel-shell:page.loginPageLatestNews',
  lead: 'panel-pages:loginPageLatestNews.lead',
  preview: 'loginPage',
  groups: [
    {
      title: 'panel-pages:rows.news',
      lead: 'panel-pages:rows.marks',
      link: { text: 'panel-pages:rows.switches', to: '/controlPanel/homeSelections' },
      fields: [
        {
          name: 'paragraphs',
          label: 'panel-pages:rows.news',
          effect: 'panel-pages:loginPageLatestNews.effect',
          control: newsRows,
        },
      ],
    },
  ],
};
