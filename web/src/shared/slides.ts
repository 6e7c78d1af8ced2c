import { slideNames, type Slides } from '@portal/proto/http/login-page';

interface Slide {
  address: string;
  caption: string;
}

/** The county's slides, at most six; one that the county has not uploaded is the file of its place (A2-04). */
export const slidesOf = (directory: string, { numberOfSlides, captions, slideFiles }: Slides): Slide[] =>
  slideNames.slice(0, numberOfSlides).map((name, at) => ({
    address: directory + (slideFiles[at] ?? name),
    caption: captions[at] ?? '',
  }));
