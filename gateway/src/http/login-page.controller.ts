import { Controller, Get } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { Paragraph, Slides } from '@portal/proto/http/login-page';
import { ok, type Result } from '@portal/proto/result';
import { Public } from '../session/access.js';
import { CurrentVisit, type Visit } from '../session/visit.js';
import { slideFilesOf } from '../edge/county-files.js';
import { filledParagraphs } from './paragraphs.js';

type Paragraphs = Result<{ paragraphs: readonly Paragraph[] }>;

/** What the county shows beside its login form; nothing of what it has switched off (C4-28). */
@Controller('auth')
@Public('the login page shows it')
export class LoginPageController {
  constructor(private readonly sections: CountySections) {}

  /** A2-21. */
  @Get('loginPageLinks')
  async links(@CurrentVisit() { county }: Visit): Promise<Paragraphs> {
    const { linksLoginPage } = await this.sections.get(county.id, 'homeSelections');
    const { paragraphs } = await this.sections.get(county.id, 'loginPageLinks');
    return ok({ paragraphs: linksLoginPage ? filledParagraphs(paragraphs) : [] });
  }

  /** A2-23. */
  @Get('loginPageLatestNews')
  async latestNews(@CurrentVisit() { county }: Visit): Promise<Paragraphs> {
    const { latestNewsLoginPage } = await this.sections.get(county.id, 'homeSelections');
    const { paragraphs } = await this.sections.get(county.id, 'loginPageLatestNews');
    return ok({ paragraphs: latestNewsLoginPage ? filledParagraphs(paragraphs) : [] });
  }

  /** A2-22. */
  @Get('loginPageSlides')
  async slides(@CurrentVisit() { county }: Visit): Promise<Result<Slides>> {
    const { loginSlides } = await this.sections.get(county.id, 'homeSelections');
    const { numberOfSlides, captions } = await this.sections.get(county.id, 'loginPageSlides');
    const slideFiles = slideFilesOf(await this.sections.get(county.id, 'sitePictures'));
    return ok(
      loginSlides
        ? { numberOfSlides, captions, slideFiles }
        : { numberOfSlides: 0, captions: [], slideFiles: [] },
    );
  }
}
