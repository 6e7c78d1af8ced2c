import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';

/** Reads whether the county's staff have locked out all other users (A5-15; DECISIONS.md#spec-2). */
@Injectable()
export class Lockout {
  constructor(private readonly sections: CountySections) {}

  async inPlace(county: string): Promise<boolean> {
    return (await this.sections.get(county, 'userLockout')).lockoutInPlace;
  }
}
