import type { SectionValue } from '@portal/proto/config/sections';
import type { Field, PageDescription } from '../section-form/page-description.js';

type Name = keyof SectionValue<'homeSelections'>;

const shown = (name: Name): Field<'homeSelections'> => ({
  name,
  label: `panel-pages:homeSelections.${name}`,
  effect: `panel-pages:homeSelections.${name}Effect`,
  control: { kind: 'yesNo' },
  span: 6,
});

/** /controlPanel/homeSelections (C4-26 to C4-28): which parts the home page and the login page show. */
export const page: PageDescription<'homeSelections'> = {
  section: 'homeSelections',
  title: 'panel-shell:page.homeSelections',
  lead: 'panel-pages:homeSelections.lead',
  preview: 'home',
  groups: [
    {
      title: 'panel-pages:homeSelections.cards',
      fields: [
        shown('contactUs'),
        {
          ...shown('disclaimer'),
          note: {
            text: 'panel-pages:homeSelections.disclaimerNote',
            when: { field: 'disclaimer', is: true },
          },
        },
        shown('latestNews'),
        shown('latestNewsMore'),
        shown('links'),
        shown('linksMore'),
        shown('notableDates'),
        shown('transactions'),
        shown('loginSlides'),
      ],
    },
    {
      title: 'panel-pages:homeSelections.loginPage',
      fields: [shown('latestNewsLoginPage'), shown('linksLoginPage')],
    },
  ],
};
