import type { PageDescription } from '../section-form/page-description.js';

/** The page /controlPanel/loginPageSlides (C4-37). */
export const page: PageDescription<'loginPageSlides'> = {
  section: 'loginPageSlides',
  title: 'panel-shell:page.loginPageSlides',
  lead: 'panel-pages:loginPageSlides.lead',
  preview: 'loginPage',
  groups: [
    {
      title: 'panel-pages:loginPageSlides.slides',
      link: { text: 'panel-pages:rows.switches', to: '/controlPanel/homeSelections' },
      fields: [
        {
          name: 'numberOfSlides',
          label: 'panel-pages:loginPageSlides.numberOfSlides',
          effect: 'panel-pages:loginPageSlides.numberOfSlidesEffect',
          control: {
            kind: 'own',
            load: () => import('./number-of-slides.js'),
            shown: String,
          },
        },
      ],
    },
    {
      title: 'panel-pages:loginPageSlides.captions',
      link: { text: 'panel-pages:loginPageSlides.toPictures', to: '/controlPanel/loginPagePictures' },
      lead: 'panel-pages:loginPageSlides.captionsLead',
      fields: [
        {
          name: 'captions',
          label: 'panel-pages:loginPageSlides.captions',
          effect: 'panel-pages:loginPageSlides.captionsEffect',
          control: {
            kind: 'own',
            load: () => import('./captions.js'),
            shown: (captions) => (Array.isArray(captions) ? captions.join(', ') : ''),
          },
        },
      ],
    },
  ],
};
