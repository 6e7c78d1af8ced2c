// The card merchants of a local start: a file that the portal and the payment sandbox both read.
import { randomBytes } from 'node:crypto';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const COUNTIES = ['lake', 'saipan'];

/**
 * Writes the merchants of the card sandbox to a file, once for each data folder.
 * @returns the path of this file
 */
export function cardMerchantsFile(dataDir) {
  const file = path.join(dataDir, 'card-merchants.json');
  if (!existsSync(file)) {
    const secret = () => randomBytes(32).toString('hex');
    const merchants = COUNTIES.map((county) => [
      county,
      {
        merchant: `sandbox-${county}`,
        loginId: `${county}-${randomBytes(4).toString('hex')}`,
        transactionKey: secret(),
        signatureKey: secret(),
      },
    ]);
    writeFileSync(file, JSON.stringify(Object.fromEntries(merchants), undefined, 2), {
      mode: 0o600,
      flag: 'wx',
    });
  }
  return file;
}
