import type { PageDescription } from '../section-form/page-description.js';
import { newsRows } from './paragraph-rows.js';

/** /controlPanel/homeLatestNews (C4-03, C4-07): one page for the news on the card and the news behind More News. */
export const page: PageDescription<'homeLatestNews'> = {
  section: 'homeLatestNews',
  title: 'panel-shell:page.homeLatestNews',
  lead: 'panel-pages:homeLatestNews.lead',
  preview: 'home',
  groups: [
    {
      title: 'panel-pages:rows.news',
      lead: 'panel-pages:rows.marks',
      link: { text: 'panel-pages:rows.switches', to: '/controlPanel/homeSelections' },
      fields: [
        {
          name: 'paragraphs',
          label: 'panel-pages:rows.news',
          effect: 'panel-pages:homeLatestNews.effect',
          control: newsRows,
        },
      ],
    },
  ],
};
