import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CountySections } from '@portal/infra/county-config';

/** A county's terms for e-filing. */
export interface Terms {
  readonly offered: boolean;
  /** The statement that the sender must accept; empty when the county has none. */
  readonly statement: string;
  /** The hash of the statement, which identifies its version. */
  readonly agreedTo: string;
  readonly mostPages: number;
}

/** Splits a text into its lines, each of which is a reason; leaves out empty and repeated lines. */
const reasonsOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/**
 * The office's name and time zone for the stamp, and the reasons that the office may give for sending a document back.
 */
export interface Office {
  readonly county: string;
  /** The IANA name of the county's time zone. */
  readonly timeZone: string;
  readonly reasons: readonly string[];
}

/** The county's exchange with its land system: switched on or off, and the folder of the answers. */
export interface Exchange {
  readonly on: boolean;
  readonly folder: string;
}

/** Source of the terms; tests replace it. */
export abstract class EfileTerms {
  /** @throws RpcFailure when the configuration cannot be read and no earlier copy of it is known */
  abstract of(county: string): Promise<Terms>;
  /** @throws RpcFailure like `of` */
  abstract office(county: string): Promise<Office>;
  /** @throws RpcFailure like `of` */
  abstract exchange(county: string): Promise<Exchange>;
  /** Returns a number that grows with each change of the county's settings, as `CountySections.changesOf` does. */
  abstract changesOf(county: string): number;
  /** The ids of all counties. @throws RpcFailure like `of` */
  abstract counties(): Promise<readonly string[]>;
}

/** Reads the terms from the control panel's pages E File and E-file Fees. */
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

  async office(id: string): Promise<Office> {
    const [county, { returnReasons }] = await Promise.all([
      this.sections.findCounty(id),
      this.sections.get(id, 'efile'),
    ]);
    if (!county) throw new Error(`there is no county ${id}`);
    return { county: county.name, timeZone: county.timeZone, reasons: reasonsOf(returnReasons) };
  }

  async exchange(id: string): Promise<Exchange> {
    const { efile, exchange, exchangeFolder } = await this.sections.get(id, 'efile');
    return { on: efile && exchange && exchangeFolder !== '', folder: exchangeFolder };
  }

  changesOf(county: string): number {
    return this.sections.changesOf(county);
  }

  async counties(): Promise<string[]> {
    return (await this.sections.listCounties()).map(({ id }) => id);
  }
}
