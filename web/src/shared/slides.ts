import { slideNames, type Slides } from '@portal/proto/http/login-page';

interface Slide {
  address: string;
  caption: string;
}

/** The county's slides, at most six; one that the county has not uploaded is the portal's own (A2-04). */
export const slidesOf = (directory: string, { numberOfSlides, captions, slideFiles }: Slides): Slide[] =>
  slideNames.slice(0, numberOfSlides).map((name, at) => ({
    address: directory + (slideFiles[at] ?? name),
    caption: captions[at] ?? '',
  }));
