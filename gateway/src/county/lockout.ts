import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';

/** A lockout of the whole system, set by the county's staff (A5-15; decisions.md, 'lockout' in answers). */
@Injectable()
export class Lockout {
  constructor(private readonly sections: CountySections) {}

  async inPlace(county: string): Promise<boolean> {
    return (await this.sections.get(county, 'userLockout')).lockoutInPlace;
  }
}
