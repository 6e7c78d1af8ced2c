import { slideNames, type Slides } from '@portal/proto/http/login-page';

interface Slide {
  address: string;
  caption: string;
}

/**
 * The slides that the county shows, at most six. Where the county has uploaded no picture, the portal's own picture is
 * shown (A2-04).
 */
export const slidesOf = (directory: string, { numberOfSlides, captions, slideFiles }: Slides): Slide[] =>
  slideNames.slice(0, numberOfSlides).map((name, at) => ({
    address: directory + (slideFiles[at] ?? name),
    caption: captions[at] ?? '',
  }));
