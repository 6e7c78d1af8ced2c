import type { SectionValue } from '@portal/proto/config/sections';
import type { Field, PageDescription } from '../section-form/page-description.js';

type Name = keyof SectionValue<'index'>;

const flag = (name: Name): Field<'index'> => ({
  name,
  label: `panel-pages:index.${name}`,
  effect: `panel-pages:index.${name}Effect`,
  control: { kind: 'yesNo' },
  span: 6,
});

/** Settings of the county's index, on a page for TRIMIN users. The specification has no such page. */
export const page: PageDescription<'index'> = {
  section: 'index',
  title: 'panel-shell:page.index',
  lead: 'panel-pages:index.lead',
  groups: [
    {
      title: 'panel-pages:index.documents',
      fields: [flag('bookType'), flag('propertyCode'), flag('torrens'), flag('torrensUseFileNumber')],
    },
    {
      title: 'panel-pages:index.legals',
      fields: [
        flag('qqqq'),
        flag('qqq'),
        flag('baseline'),
        flag('meridian'),
        flag('municipality'),
        flag('mbOtherLot'),
        flag('sublot'),
      ],
    },
    {
      title: 'panel-pages:index.details',
      fields: [
        flag('displaySalePrice'),
        flag('displayMortgageAmount'),
        {
          name: 'mortgageAmountLabel',
          label: 'panel-pages:index.mortgageAmountLabel',
          effect: 'panel-pages:index.mortgageAmountLabelEffect',
          control: { kind: 'text', width: 'w-30', most: 40 },
          enabledWhen: { field: 'displayMortgageAmount', is: true },
        },
      ],
    },
  ],
};
