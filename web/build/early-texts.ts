import type { HtmlTagDescriptor, Plugin } from 'vite';

const texts = /\/proto\/locales\/en\/(shell|ui)\.json$/;

/** The texts that every page starts with are fetched beside the scripts that ask for them, not after. */
export const earlyTexts = (): Plugin => ({
  name: 'portal-early-texts',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle = {}, path }) {
      if (!path.endsWith('index.html')) return [];
      return Object.values(bundle)
        .filter((file) => file.type === 'chunk' && file.moduleIds.some((id) => texts.test(id)))
        .map(({ fileName }): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', crossorigin: true, href: `/LandShark/${fileName}` },
          injectTo: 'head',
        }));
    },
  },
});
