import * as z from 'zod/mini';

/** A heading and its paragraph; for a link, its description and its URL. */
export const paragraph = z.object({ heading: z.string(), paragraphContent: z.string() });
export type Paragraph = z.infer<typeof paragraph>;

/** GET auth/loginPageLinks (A2-21) and auth/loginPageLatestNews (A2-23). */
export const paragraphs = z.object({ paragraphs: z.array(paragraph) });

/**
 * GET auth/loginPageSlides (A2-22); the number is 0 where the county shows no slides. A caption describes its slide.
 * The files are in the county's folder.
 */
export const slides = z.object({
  numberOfSlides: z.int(),
  captions: z.array(z.string()),
  slideFiles: z._default(z.array(z.string()), []),
});
export type Slides = z.infer<typeof slides>;

/** Everything that the county shows beside its login form; the answer of POST controlPanel/preview/loginPage. */
export interface LoginPageContent {
  links: Paragraph[];
  latestNews: Paragraph[];
  slides: Slides;
}

/** Names of the slides' files in the county's folder (A2-04). */
export const slideNames = ['one', 'two', 'three', 'four', 'five', 'six'] as const;
