import { Injectable } from '@nestjs/common';
import { LanguageOffer } from '@portal/infra/catalogue';
import { CountySections } from '@portal/infra/county-config';
import type { CountyRules } from './session.rules.js';

/** Reads the county settings that sessions need, from this process's copy of the settings. */
@Injectable()
export class CountyRulesReader {
  private readonly offer = new LanguageOffer();

  constructor(private readonly sections: CountySections) {}

  async read(county: string): Promise<CountyRules> {
    return {
      county,
      userAccess: await this.sections.get(county, 'userAccess'),
      userLockout: await this.sections.get(county, 'userLockout'),
      search: await this.sections.get(county, 'search'),
      index: await this.sections.get(county, 'index'),
      languages: this.offer.of(await this.sections.get(county, 'languages')),
    };
  }
}
