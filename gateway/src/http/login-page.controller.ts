import { Controller, Get } from '@nestjs/common';
import type { Paragraph, Slides } from '@portal/proto/http/login-page';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import { ok, type Result } from '@portal/proto/result';
import { Public } from '../session/access.js';
import { CurrentVisit, type Visit } from '../session/visit.js';
import { LoginPageReader } from './login-page.js';

type Paragraphs = Result<{ paragraphs: readonly Paragraph[] }>;

@Controller('auth')
@Public('the login page shows it')
export class LoginPageController {
  constructor(private readonly page: LoginPageReader) {}

  /** Returns the links of the login page (A2-21). */
  @Get('loginPageLinks')
  async links(@CurrentVisit() { county }: Visit): Promise<Paragraphs> {
    return ok({ paragraphs: await this.page.links(county.id) });
  }

  /** Returns the latest news of the login page (A2-23). */
  @Get('loginPageLatestNews')
  async latestNews(@CurrentVisit() { county }: Visit): Promise<Paragraphs> {
    return ok({ paragraphs: await this.page.latestNews(county.id) });
  }

  /** Returns the slides of the login page (A2-22). */
  @Get('loginPageSlides')
  async slides(@CurrentVisit() { county }: Visit): Promise<Result<Slides>> {
    return ok(await this.page.slides(county.id));
  }

  /** Returns the prices of an account, for people who consider registering. */
  @Get('accountOffer')
  async accountOffer(@CurrentVisit() { county }: Visit): Promise<Result<AccountOffer>> {
    return ok(await this.page.accountOffer(county.id));
  }
}
