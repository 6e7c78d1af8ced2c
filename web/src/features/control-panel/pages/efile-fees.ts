import { efileFeeKinds } from '@portal/proto/config/fee-sections';
import type { PageDescription } from '../section-form/page-description.js';

/** /controlPanel/efileFees, our addition: the fees of e-filed documents. */
export const page: PageDescription<'efileFees'> = {
  section: 'efileFees',
  title: 'panel-shell:page.efileFees',
  lead: 'panel-pages:efileFees.lead',
  groups: [
    {
      title: 'panel-pages:efileFees.taking',
      fields: [
        {
          name: 'chargeWhen',
          label: 'panel-pages:efileFees.chargeWhen',
          effect: 'panel-pages:efileFees.chargeWhenEffect',
          control: {
            kind: 'segmented',
            choices: [
              { value: 'RECORDED', text: 'panel-pages:efileFees.RECORDED' },
              { value: 'SUBMITTED', text: 'panel-pages:efileFees.SUBMITTED' },
            ],
          },
        },
        {
          name: 'mostPages',
          label: 'panel-pages:efileFees.mostPages',
          effect: 'panel-pages:efileFees.mostPagesEffect',
          control: { kind: 'number' },
        },
      ],
    },
    ...efileFeeKinds.map((kind) => ({
      title: `panel-pages:efileFees.${kind}`,
      fields: (['FirstPage', 'AdditionalPages', 'Surcharge'] as const).map((part) => {
        const text = `panel-pages:efileFees.${part.slice(0, 1).toLowerCase()}${part.slice(1)}`;
        return {
          name: `${kind}${part}` as const,
          label: text,
          effect: `${text}Effect`,
          control: { kind: 'money' as const },
          span: 4 as const,
        };
      }),
    })),
  ],
};
