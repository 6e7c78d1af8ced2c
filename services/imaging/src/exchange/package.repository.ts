import { Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { filingColumns, type Filing } from '../efile/filing.repository.js';
import type { DocumentAnswer } from './land-system-answer.js';

/** A package, and who made it. */
export interface FilingPackage {
  readonly id: string;
  readonly madeBy: string;
  readonly madeName: string;
  readonly madeAt: Date;
}

/** An item of a package: who made the package, and the answer about the item's filing; null before the answer. */
export interface PackageItem {
  readonly madeBy: string;
  readonly madeName: string;
  readonly answer: DocumentAnswer | null;
}

@Injectable()
export class PackageRepository {
  /** Locks and returns the filings that may go into a package and have a number in the range, sorted by number. */
  async lockRange(tx: Tx, from: number, to: number, most: number): Promise<Filing[]> {
    return tx.rows<Filing>(
      `SELECT ${filingColumns} FROM filing
        WHERE county_id = $1 AND number BETWEEN $2 AND $3 AND state IN ('SUBMITTED', 'IN_REVIEW', 'RECORDED')
        ORDER BY filing.number LIMIT $4 FOR UPDATE`,
      [tx.countyId, from, to, most],
    );
  }

  async insert(tx: Tx, made: FilingPackage, filings: readonly string[]): Promise<void> {
    await tx.run(
      'INSERT INTO filing_package (county_id, id, made_by, made_name, made_at) VALUES ($1, $2, $3, $4, $5)',
      [tx.countyId, made.id, made.madeBy, made.madeName, made.madeAt],
    );
    await tx.run(
      `INSERT INTO filing_package_item (county_id, package, filing)
       SELECT $1, $2, filing FROM unnest($3::uuid[]) AS filing`,
      [tx.countyId, made.id, filings],
    );
  }

  async find(tx: Tx, id: string): Promise<FilingPackage | undefined> {
    return tx.row<FilingPackage>(
      `SELECT id, made_by AS "madeBy", made_name AS "madeName", made_at AS "madeAt" FROM filing_package
        WHERE county_id = $1 AND id = $2`,
      [tx.countyId, id],
    );
  }

  /** The filings of a package, in the order of their numbers. */
  async filingsOf(tx: Tx, id: string): Promise<Filing[]> {
    return tx.rows<Filing>(
      `SELECT ${filingColumns} FROM filing
        WHERE county_id = $1
          AND id IN (SELECT i.filing FROM filing_package_item i WHERE i.county_id = $1 AND i.package = $2)
        ORDER BY filing.number`,
      [tx.countyId, id],
    );
  }

  async findItem(tx: Tx, packageId: string, filing: string): Promise<PackageItem | undefined> {
    return tx.row<PackageItem>(
      `SELECT p.made_by AS "madeBy", p.made_name AS "madeName", i.answer
         FROM filing_package_item i JOIN filing_package p ON p.county_id = i.county_id AND p.id = i.package
        WHERE i.county_id = $1 AND i.package = $2 AND i.filing = $3`,
      [tx.countyId, packageId, filing],
    );
  }

  /** Stores an answer; it never replaces an earlier one. */
  async answer(
    tx: Tx,
    {
      packageId,
      filing,
      answer,
      at,
    }: { packageId: string; filing: string; answer: DocumentAnswer; at: Date },
  ): Promise<void> {
    await tx.run(
      `UPDATE filing_package_item SET answer = $4, answered_at = $5
        WHERE county_id = $1 AND package = $2 AND filing = $3 AND answer IS NULL`,
      [tx.countyId, packageId, filing, JSON.stringify(answer), at],
    );
  }
}
