import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, todayIn, type Clock } from '@portal/infra/clock';
import { CountySections } from '@portal/infra/county-config';
import { dayOrdinal } from '../matching/recorded.rules.js';

/**
 * The current day in a county. If the county's time zone cannot be read, the last known time zone is used, because
 * time zones hardly ever change.
 */
@Injectable()
export class CountyDays {
  private readonly zones = new Map<string, string>();

  constructor(
    private readonly sections: CountySections,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Today in the county, in days since 1800-01-01.
   * @throws RpcFailure when the zone was never read and the admin-config service does not answer
   */
  async today(county: string): Promise<number> {
    return dayOrdinal(todayIn(await this.zoneOf(county), this.clock)) ?? 0;
  }

  private async zoneOf(county: string): Promise<string> {
    const known = this.zones.get(county);
    const asked = this.sections.findCounty(county).then((found) => found?.timeZone ?? 'UTC');
    const zone = await (known === undefined ? asked : asked.catch(() => known));
    this.zones.set(county, zone);
    return zone;
  }
}
