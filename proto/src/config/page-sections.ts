import * as z from 'zod/mini';
import { sitePictureName } from '../site-pictures.js';

// Texts that counties write for their login page and home page. They are plain text, and their links lead only to web
// addresses.

const text = /* @__NO_SIDE_EFFECTS__ */ (max: number) =>
  z.string().check(z.trim(), z.maxLength(max, 'forms:tooLong'));
const flag = /* @__NO_SIDE_EFFECTS__ */ (initial: boolean) => z._default(z.boolean(), initial);

/** A heading and its paragraph (C4-06). */
export const paragraph = z.object({ heading: text(200), paragraphContent: text(5_000) });
/** A link. Its heading is the description, and its content is the URL. */
const link = z.object({
  heading: text(60),
  paragraphContent: text(500).check(
    z.regex(/^(https?:\/\/[^\s<>"]+|mailto:[^\s<>"]+|)$/, 'panel:webAddress'),
  ),
});

const listOf = /* @__NO_SIDE_EFFECTS__ */ <S extends z.ZodMiniType>(entry: S, most: number) =>
  z.object({ paragraphs: z._default(z.array(entry).check(z.maxLength(most)), []) });

/** At most twelve links, in two rows of six (A2-08). */
export const loginPageLinksSection = listOf(link, 12);
export const loginPageLatestNewsSection = listOf(paragraph, 50);
/** The number of slides, and the caption that describes each slide. The files of the slides are named one to six. */
export const loginPageSlidesSection = z.object({
  numberOfSlides: z._default(z.int().check(z.minimum(1), z.maximum(6)), 1),
  captions: z._default(z.array(text(200)).check(z.maxLength(6)), []),
});
/** File names of the county's own uploaded pictures, with the slides in their order. */
export const sitePicturesSection = z.object({
  logo: z._default(sitePictureName, ''),
  slides: z._default(z.array(sitePictureName).check(z.maxLength(6)), []),
});
export const homeLatestNewsSection = listOf(paragraph, 50);
export const homeExternalLinksSection = listOf(link, 50);

/** Which parts the pages show (C4-28). */
export const homeSelectionsSection = z.object({
  latestNews: flag(false),
  latestNewsLoginPage: flag(false),
  latestNewsMore: flag(false),
  disclaimer: flag(false),
  contactUs: flag(true),
  links: flag(false),
  linksLoginPage: flag(false),
  linksMore: flag(false),
  loginSlides: flag(false),
  notableDates: flag(true),
  transactions: flag(false),
});
