import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';
import type { CountyZone } from './reconciler.js';

/** Lists the counties of the installation; tests replace this class. */
export abstract class Counties {
  /** @throws RpcFailure when the configuration cannot be read */
  abstract list(): Promise<readonly CountyZone[]>;
  /** Returns a number that grows with each change of the county's settings, like `CountySections.changesOf`. */
  abstract changesOf(county: string): number;
}

@Injectable()
export class ConfiguredCounties extends Counties {
  constructor(private readonly sections: CountySections) {
    super();
  }

  changesOf(county: string): number {
    return this.sections.changesOf(county);
  }

  async list(): Promise<readonly CountyZone[]> {
    return (await this.sections.listCounties()).map(({ id, timeZone }) => ({ county: id, timeZone }));
  }
}
