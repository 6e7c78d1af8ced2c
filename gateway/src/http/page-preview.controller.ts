import { Body, Controller, Post } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import { previewRequest } from '@portal/proto/http/county-config';
import type { HomeContent } from '@portal/proto/http/home';
import type { LoginPageContent } from '@portal/proto/http/login-page';
import { ok, type Result } from '@portal/proto/result';
import { parseInput } from '../answers/refusal.js';
import { Allow, Unproved } from '../session/access.js';
import { CurrentVisit, type Visit } from '../session/visit.js';
import { draftSections } from './draft-sections.js';
import { HomeContentReader } from './home-content.js';
import { LoginPageReader } from './login-page.js';

/** Shows staff a public page with unsaved changes. The changes are not stored, and no other user sees them. */
@Controller('controlPanel/preview')
@Allow('TRIMIN', 'COUNTY')
export class PagePreviewController {
  constructor(
    private readonly sections: CountySections,
    private readonly homePage: HomeContentReader,
    private readonly loginPage: LoginPageReader,
  ) {}

  /** Shows the page as visitors who are not signed in see it. */
  @Post('home')
  @Unproved('nothing is changed')
  async home(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<HomeContent>> {
    const { sections } = parseInput(previewRequest, body);
    const visitor = { ...visit, session: null };
    return ok(await this.homePage.read(visitor, draftSections(this.sections, sections)));
  }

  @Post('loginPage')
  @Unproved('nothing is changed')
  async login(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<LoginPageContent>> {
    const { sections } = parseInput(previewRequest, body);
    return ok(await this.loginPage.all(visit.county.id, draftSections(this.sections, sections)));
  }

  /** Returns what the registration page shows besides its form. */
  @Post('registration')
  @Unproved('nothing is changed')
  async registration(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<AccountOffer>> {
    const { sections } = parseInput(previewRequest, body);
    return ok(await this.loginPage.accountOffer(visit.county.id, draftSections(this.sections, sections)));
  }
}
