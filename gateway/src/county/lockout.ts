import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';

/** A lockout of the whole system, set by the county's staff (A5-15; DECISIONS.md#spec-2). */
@Injectable()
export class Lockout {
  constructor(private readonly sections: CountySections) {}

  async inPlace(county: string): Promise<boolean> {
    return (await this.sections.get(county, 'userLockout')).lockoutInPlace;
  }
}
