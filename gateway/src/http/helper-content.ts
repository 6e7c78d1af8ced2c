import { Inject, Injectable } from '@nestjs/common';
import { LanguageOffer } from '@portal/infra/catalogue';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountySections, FreshCopies } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import type { SectionValue } from '@portal/proto/config/sections';
import type { CodeDescription } from '@portal/proto/http/envelope';
import type { HelperContent, HelperName, NotableDates } from '@portal/proto/http/start-up';
import { directions, islands, states } from '@portal/proto/code-lists';
import type { County } from '@portal/proto/rpc/admin-config';
import type { Output } from '@portal/proto/rpc/contract';
import { getIndexTerms } from '@portal/proto/rpc/search';
import { visitorOf } from '../session/visit.js';
import type { ReadableSections } from './login-page.js';
import { notableDatesTable } from './notable-dates.js';

type IndexTerms = Output<typeof getIndexTerms>;
type Named = Record<string, unknown>;
type Lists = Record<string, CodeDescription[]>;

const content = (named: Named, lists: Lists = {}): HelperContent => ({
  namedContentResultList: Object.entries(named).map(([name, baseContent]) => ({ name, baseContent })),
  namedCodeDescriptionResultList: Object.entries(lists).map(([name, codeDescriptionResults]) => ({
    name,
    codeDescriptionResults,
  })),
});

/** Leaves out the number of wrong passwords that locks a user, because that number is not public. */
const publicAccess = ({
  guestUserName,
  inactivityTimeLimit,
  inactivityTimeLimitPeriod,
}: SectionValue<'userAccess'>) => ({ guestUserName, inactivityTimeLimit, inactivityTimeLimitPeriod });

/** Reads the county's settings that the browser loads when it starts (A1-08, A1-09). All of them are public. */
@Injectable()
export class HelperContentReader {
  /**
   * Translations are part of the program, so the available languages, and which of them are drafts, do not change at
   * run time.
   */
  private readonly offer = new LanguageOffer();
  private readonly terms = new FreshCopies<IndexTerms>(10_000, (county) =>
    this.rpc.callOrThrow(getIndexTerms, {}, { actor: visitorOf(county) }),
  );

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly sections: CountySections,
    private readonly rpc: RpcClient,
  ) {}

  read(name: HelperName, county: County): Promise<HelperContent> {
    switch (name) {
      case 'landlink':
        return this.index(county.id);
      case 'landshark':
        return this.site(county);
      case 'landsharkcodedescription':
        return this.codeLists(county.id);
      case 'productVersions':
        return Promise.resolve(
          content({ product: { version: this.config.version, commit: this.config.commit } }),
        );
      case 'notableDates':
        return this.notableDates(county.id).then((notableDates) => content({ notableDates }));
    }
  }

  private async index(county: string): Promise<HelperContent> {
    const [index, search2] = await Promise.all([
      this.sections.get(county, 'index'),
      this.sections.get(county, 'search2'),
    ]);
    return content({ index, search2 });
  }

  private async site(county: County): Promise<HelperContent> {
    const [
      common,
      languages,
      search,
      userLockout,
      loginPageRegistration,
      userAccess,
      escrow,
      flatFee,
      pictures,
      efile,
      staff,
    ] = await Promise.all([
      this.sections.get(county.id, 'common'),
      this.sections.get(county.id, 'languages'),
      this.sections.get(county.id, 'search'),
      this.sections.get(county.id, 'userLockout'),
      this.sections.get(county.id, 'loginPageRegistration'),
      this.sections.get(county.id, 'userAccess'),
      this.sections.get(county.id, 'escrow'),
      this.sections.get(county.id, 'flatFeeOverride'),
      this.sections.get(county.id, 'sitePictures'),
      this.sections.get(county.id, 'efile'),
      this.sections.get(county.id, 'staffSignIn'),
    ]);
    const { id, state, timeZone, name } = county;
    return content({
      common: { ...common, countyName: common.countyName || name },
      languages: { ...languages, offered: this.offer.of(languages), drafts: this.offer.drafts },
      search,
      userLockout,
      loginPageRegistration,
      userAccess: publicAccess(userAccess),
      escrow: { reloadByCreditCard: escrow.reloadByCreditCard },
      flatFee: { accountAdminReload: flatFee.accountAdminReload },
      sitePictures: { logo: pictures.logo },
      efile: { efile: efile.efile },
      staffSignIn: { providerName: staff.staffSignIn ? staff.providerName : '' },
      county: { id, state, timeZone, today: todayIn(timeZone, this.clock) },
    });
  }

  private async codeLists(county: string): Promise<HelperContent> {
    const terms = await this.terms.get(county);
    const { instrumentGroups, documentTypes, bookTypes, otherLotCodes } = terms;
    const { bases, meridians, municipalities } = terms;
    const ofIndex = {
      instrumentGroups,
      documentTypes,
      bookTypes,
      otherLotCodes,
      bases,
      meridians,
      municipalities,
    };
    return content({}, { ...ofIndex, islands, states, directions });
  }

  /** Returns the dates of the county's index (C4-18 to C4-22). */
  async notableDates(county: string, sections: ReadableSections = this.sections): Promise<NotableDates> {
    const [flags, terms] = await Promise.all([sections.get(county, 'notableDates'), this.terms.get(county)]);
    const { abstractIndexBeginDate, abstractVerifiedDate } = terms;
    return {
      show: flags.showNotableDates,
      useVerificationDate: flags.useVerificationDate,
      abstractIndexBeginDate,
      abstractVerifiedDate,
      ...notableDatesTable(flags, terms),
    };
  }
}
