import type { PageDescription } from '../section-form/page-description.js';

const uploaded = (name: unknown): boolean => typeof name === 'string' && name !== '';
/** A file's name is the hash of its bytes; the first characters are enough to distinguish files. */
const shortName = (name: unknown): string => (uploaded(name) ? String(name).slice(0, 8) : '–');

/** /controlPanel/loginPagePictures: the county's own pictures, which the specification has no page for. */
export const page: PageDescription<'sitePictures'> = {
  section: 'sitePictures',
  title: 'panel-shell:page.loginPagePictures',
  lead: 'panel-pages:pictures.lead',
  preview: 'loginPage',
  groups: [
    {
      title: 'panel-pages:pictures.slides',
      lead: 'panel-pages:pictures.slidesLead',
      link: { text: 'panel-pages:pictures.toSlides', to: '/controlPanel/loginPageSlides' },
      fields: [
        {
          name: 'slides',
          label: 'panel-pages:pictures.slides',
          effect: 'panel-pages:pictures.slidesEffect',
          control: {
            kind: 'own',
            load: () => import('./slide-pictures.js'),
            shown: (slides) => (Array.isArray(slides) ? slides.map(shortName).join(', ') : ''),
          },
        },
      ],
    },
    {
      title: 'panel-pages:pictures.header',
      lead: 'panel-pages:pictures.logoLead',
      fields: [
        {
          name: 'logo',
          label: 'panel-pages:pictures.logo',
          effect: 'panel-pages:pictures.logoEffect',
          control: { kind: 'own', load: () => import('./logo-picture.js'), shown: shortName },
        },
      ],
    },
  ],
};
