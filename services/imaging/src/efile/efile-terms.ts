import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';

/** A county's terms for e-filing. */
export interface Terms {
  readonly offered: boolean;
  /** What the sender has to agree to; empty for nothing. */
  readonly statement: string;
  /** The statement's hash, which names its version. */
  readonly agreedTo: string;
  readonly mostPages: number;
}

/** Source of the terms; tests put another in its place. */
export abstract class EfileTerms {
  /** @throws RpcFailure when the configuration cannot be read and no earlier copy of it is known */
  abstract of(county: string): Promise<Terms>;
}

/** The pages E File and E-file Fees of the control panel. */
@Injectable()
export class CountyEfileTerms extends EfileTerms {
  constructor(private readonly sections: CountySections) {
    super();
  }

  async of(county: string): Promise<Terms> {
    const [efile, { mostPages }] = await Promise.all([
      this.sections.get(county, 'efile'),
      this.sections.get(county, 'efileFees'),
    ]);
    const statement = efile.acknowledgement ? efile.acknowledgementStatement : '';
    const agreedTo = statement === '' ? '' : createHash('sha256').update(statement).digest('hex');
    return { offered: efile.efile, statement, agreedTo, mostPages };
  }
}
