import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import { timeOfDay } from '@portal/proto/config/billing-schedule.rules';
import type { RateOption } from '@portal/proto/config/fee-sections';
import type { AccountTask } from '@portal/proto/http/billing';

/** A county's due dates, its automatic tasks, and the prices and images of its flat-fee levels. */
export interface Schedule {
  readonly county: string;
  /** The IANA name of the time zone. */
  readonly timeZone: string;
  /** The day of the month, 1 to 28. */
  readonly day: number;
  /** The time in the county, HH:MM. */
  readonly time: string;
  readonly automatic: readonly AccountTask[];
  /** The county's flat-fee options; level 1 is the first. */
  readonly levels: readonly RateOption[];
}

/** Reads the schedules of counties; tests replace this class. */
export abstract class CountySchedules {
  /** @throws RpcFailure when the admin-config service does not answer and has never answered before */
  abstract counties(): Promise<readonly string[]>;
  /** Returns a number that grows with each change of the county's settings; see `CountySections.changesOf`. */
  abstract changesOf(county: string): number;
  /** @throws RpcFailure like `counties`, and Error when the county does not exist */
  abstract of(county: string): Promise<Schedule>;
}

/**
 * The due time for sections whose own due time cannot be parsed. Such a section may have been saved before due times
 * were checked.
 */
const MIDNIGHT = '00:00';

@Injectable()
export class ConfiguredSchedules extends CountySchedules {
  constructor(private readonly sections: CountySections) {
    super();
  }

  changesOf(county: string): number {
    return this.sections.changesOf(county);
  }

  async counties(): Promise<readonly string[]> {
    return (await this.sections.listCounties()).map(({ id }) => id);
  }

  async of(county: string): Promise<Schedule> {
    const found = await this.sections.findCounty(county);
    if (!found) throw new Error(`county ${county} is not there`);
    const saved = await this.sections.get(county, 'billingSchedule');
    const { rates } = await this.sections.get(county, 'flatFee');
    return {
      ...{ county, timeZone: found.timeZone, day: saved.renewalDay, levels: rates },
      time: timeOfDay(saved.renewalTime) ?? MIDNIGHT,
      automatic: [
        ...(saved.automaticBilling ? (['MONTHLY_FEE'] as const) : []),
        ...(saved.automaticImageRenewal ? (['IMAGE_RENEWAL'] as const) : []),
      ],
    };
  }
}
