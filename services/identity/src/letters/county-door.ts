import { Inject, Injectable } from '@nestjs/common';
import { LanguageOffer } from '@portal/infra/catalogue';
import { CONFIG, type Config } from '@portal/infra/config';
import { CountySections } from '@portal/infra/county-config';
import type { SectionValue } from '@portal/proto/config/sections';
import type { Language } from '@portal/proto/roles';
import type { Letterhead } from './letter.text.js';

/** A county's settings for registration and sign-in, and the sender of its e-mails. */
export interface CountyDoor {
  readonly county: string;
  /** The IANA name of the time zone. */
  readonly timeZone: string;
  readonly head: Letterhead;
  readonly registration: SectionValue<'loginPageRegistration'>;
  readonly payments: SectionValue<'payments'>;
  /** The languages in which e-mails can be written. */
  readonly languages: readonly Language[];
}

@Injectable()
export class CountyDoorReader {
  private readonly offer = new LanguageOffer();

  constructor(
    private readonly sections: CountySections,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async read(county: string): Promise<CountyDoor> {
    const found = await this.sections.findCounty(county);
    const common = await this.sections.get(county, 'common');
    const { contactName, contactPhone, contactEmail } = common;
    return {
      county,
      timeZone: found?.timeZone ?? 'UTC',
      head: {
        county: common.countyName || (found?.name ?? county),
        app: common.appTitle,
        contact: [contactName, contactPhone, contactEmail].filter(Boolean).join(', '),
        origin: found?.origin ?? '',
        sender: addressIn(this.config.mailFrom),
      },
      registration: await this.sections.get(county, 'loginPageRegistration'),
      payments: await this.sections.get(county, 'payments'),
      languages: this.offer.of(await this.sections.get(county, 'languages')),
    };
  }
}

/** Returns the address of a sender such as `Lake County <records@lake.example>`. */
const addressIn = (sender: string): string => /<([^<>]+)>\s*$/.exec(sender)?.[1] ?? sender;
