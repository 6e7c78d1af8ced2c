import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import type { LoginPageContent, Paragraph, Slides } from '@portal/proto/http/login-page';
import { slideFilesOf } from '../edge/county-files.js';
import { readAccountOffer } from './account-offer.js';
import { filledParagraphs } from './paragraphs.js';

/** Where the sections of a page come from: the saved sections, or drafts for a preview. */
export type ReadableSections = Pick<CountySections, 'get'>;

/** Reads the county's content beside the login form, without the parts that the county has switched off (C4-28). */
@Injectable()
export class LoginPageReader {
  constructor(private readonly sections: CountySections) {}

  async links(county: string, sections: ReadableSections = this.sections): Promise<Paragraph[]> {
    const { linksLoginPage } = await sections.get(county, 'homeSelections');
    const { paragraphs } = await sections.get(county, 'loginPageLinks');
    return linksLoginPage ? filledParagraphs(paragraphs) : [];
  }

  async latestNews(county: string, sections: ReadableSections = this.sections): Promise<Paragraph[]> {
    const { latestNewsLoginPage } = await sections.get(county, 'homeSelections');
    const { paragraphs } = await sections.get(county, 'loginPageLatestNews');
    return latestNewsLoginPage ? filledParagraphs(paragraphs) : [];
  }

  async slides(county: string, sections: ReadableSections = this.sections): Promise<Slides> {
    const { loginSlides } = await sections.get(county, 'homeSelections');
    if (!loginSlides) return { numberOfSlides: 0, captions: [], slideFiles: [] };
    const { numberOfSlides, captions } = await sections.get(county, 'loginPageSlides');
    const slideFiles = slideFilesOf(await sections.get(county, 'sitePictures'));
    return { numberOfSlides, captions, slideFiles };
  }

  /** Returns the prices and terms of an account, for people who consider registering. */
  accountOffer(county: string, sections: ReadableSections = this.sections): Promise<AccountOffer> {
    return readAccountOffer(sections, county);
  }

  async all(county: string, sections: ReadableSections): Promise<LoginPageContent> {
    const [links, latestNews, slides] = await Promise.all([
      this.links(county, sections),
      this.latestNews(county, sections),
      this.slides(county, sections),
    ]);
    return { links, latestNews, slides };
  }
}
