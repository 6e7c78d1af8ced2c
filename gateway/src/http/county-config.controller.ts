import { Body, Controller, Get, Param, Post, Query } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import { sectionNames, type SectionName } from '@portal/proto/config/sections';
import { isoDay } from '@portal/proto/dates';
import {
  configAddresses,
  plannedSectionRequest,
  savedSectionRequest,
  versionsRequest,
  type SavedForUsers,
} from '@portal/proto/http/county-config';
import { ok, type Result } from '@portal/proto/result';
import { resetPageAccess } from '@portal/proto/rpc/account-manager';
import {
  listSections,
  listSectionVersions,
  openSection,
  saveSection,
  type SectionStanding,
} from '@portal/proto/rpc/admin-config';
import type { Output } from '@portal/proto/rpc/contract';
import { planSection } from '@portal/proto/rpc/section-plans';
import { Told } from '../answers/envelope.js';
import { parseInput, refuse } from '../answers/refusal.js';
import { Allow, Proved } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { sectionFields } from './section-fields.js';

/** Reads and saves a county's settings for its staff, one section at a time (C0-30). */
@Controller('controlPanel/countyConfig')
@Allow('TRIMIN', 'COUNTY')
export class CountyConfigController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
  ) {}

  /** Lists all sections with version, last editor and time. */
  @Get()
  async list(@CurrentVisit() visit: Visit): Promise<Result<{ sections: SectionStanding[] }>> {
    const answer = await this.rpc.call(listSections, {}, { actor: actorOf(visit) });
    return answer.ok ? ok({ sections: answer.value }) : answer;
  }

  /**
   * Returns a section with its version, value and defaults; its fields are also direct members of the content (C4-17,
   * C4-38).
   */
  @Get(':section')
  async open(
    @Param('section') section: string,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<Output<typeof openSection>>> {
    const answer = await this.rpc.call(openSection, { name: nameOf(section) }, { actor: actorOf(visit) });
    return answer.ok ? ok(withFields(answer.value)) : answer;
  }

  /** Lists the versions of a section, newest first; `?before=` continues after a version. */
  @Get(':section/versions')
  async versions(
    @Param('section') section: string,
    @Query() query: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<{ versions: Output<typeof listSectionVersions> }>> {
    const { before } = parseInput(versionsRequest, query);
    const name = nameOf(section);
    const answer = await this.rpc.call(listSectionVersions, { name, before }, { actor: actorOf(visit) });
    return answer.ok ? ok({ versions: answer.value }) : answer;
  }

  /** Plans a change of a section for a day and time in the county; until then the change is not public. */
  @Post(':section/plans')
  @Proved()
  async plan(
    @Param('section') section: string,
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<Told<Output<typeof planSection>>>> {
    const { date, ...asked } = parseInput(plannedSectionRequest, body);
    const input = { ...asked, name: nameOf(section), date: isoDay(date) ?? '' };
    const answer = await this.rpc.call(planSection, input, { actor: actorOf(visit) });
    return answer.ok ? ok(new Told(answer.value, 'panel:sectionPlanned')) : answer;
  }

  /**
   * Replaces a section if the version that was read is still current. The person who saved the section sees the new
   * version on every page that is loaded afterwards.
   */
  @Post(':section')
  @Proved()
  async save(
    @Param('section') section: string,
    @Body() body: unknown,
    @CurrentVisit() visit: Visit,
  ): Promise<Result<Told<Output<typeof saveSection> & Partial<SavedForUsers>>>> {
    const name = nameOf(section);
    const { updateUsers, ...asked } = parseInput(savedSectionRequest, body);
    const answer = await this.rpc.call(saveSection, { name, ...asked }, { actor: actorOf(visit) });
    if (!answer.ok) return answer;
    this.sections.expect(visit.county.id, name, answer.value.version);
    // the client replaces this section in its helper data, so it does not have to load the helper data again (C5-15)
    const saved = { ...withFields(answer.value), name, baseContent: answer.value.value };
    if (name !== 'search') return ok(new Told(saved, 'panel:sectionSaved'));
    if (!updateUsers) return ok(new Told(saved, 'panel:searchSaved'));
    // the section is already saved, so a failure here does not undo the save
    const { ok: usersUpdated } = await this.rpc.call(resetPageAccess, {}, { actor: actorOf(visit) });
    const message = usersUpdated ? 'panel:searchSavedForUsers' : 'panel:searchSavedNotForUsers';
    return ok(new Told({ ...saved, usersUpdated }, message));
  }
}

/** The specification's clients read a field as `content.<field>`; fields of the portal's own answer take precedence. */
const withFields = <S extends { name: SectionName; value: unknown }>(section: S): S => ({
  ...sectionFields(section.name, section.value as object),
  ...section,
});

/** Finds a section by its name, or by the name that the specification gives to the call of its page. */
const nameOf = (address: string): SectionName =>
  sectionNames.find((name) => name === (configAddresses[address] ?? address)) ?? refuse('NOT_FOUND');
