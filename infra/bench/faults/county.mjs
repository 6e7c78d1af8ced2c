// A county with prices, card payments and some documents with page images. The documents are imported in the same way
// as an office imports its own.
import path from 'node:path';
import { writeDemoBundle } from '../../local/demo/bundle.mjs';
import { demoCounties } from '../../local/demo/county-settings.mjs';
import { runImport } from '../../local/run-import.mjs';

export const COUNTY = 'lake';

/** Searches cost money, deposits have a surcharge, and a card's authorization runs out after some purchases. */
const money = {
  aLaCarte: { searchByName: 150 },
  escrow: {
    ...{ reloadByCreditCard: true, minReloadAmount: 1_000, maxReloadAmount: 50_000, applySurcharge: true },
    ...{ creditCardSurchargeMethod: 'percent', creditCardSurchargePercent: 275 },
  },
  creditCardExtra: { maxAmount: 2_500 },
  billingSchedule: {
    automaticBilling: true,
    automaticImageRenewal: true,
    renewalDay: 1,
    renewalTime: '0:00',
  },
  flatFee: {
    chargingImages: true,
    rates: [
      { option: true, numberOfPages: 20, cost: 500 },
      { option: true, numberOfPages: 60, cost: 1_200 },
    ],
  },
};

export async function makeCounty({ rpc, stack, size, say }) {
  const { getSections, saveCounty, saveSection } = await import('@portal/proto/rpc/admin-config');
  const { environment, dataDir } = stack;
  const { county, sections } = demoCounties(Number(environment.PORT)).find((one) => one.county.id === COUNTY);
  await rpc.run(saveCounty, county);
  const names = [...new Set([...Object.keys(sections), ...Object.keys(money)])];
  for (const { name, version } of await rpc.run(getSections, { names })) {
    const value = { ...sections[name], ...money[name] };
    if (version === 0) await rpc.run(saveSection, { name, version, value });
  }
  await makeNeighbor(rpc, environment);
  const bundle = path.join(dataDir, 'bundle');
  await writeDemoBundle(COUNTY, bundle, size);
  await runImport({ bundle, county: COUNTY, environment, say });
}

/** Creates a second county without records. F14 floods the product with requests to this county. */
async function makeNeighbor(rpc, { PORT }) {
  const { saveCounty } = await import('@portal/proto/rpc/admin-config');
  const { county } = demoCounties(Number(PORT)).find((one) => one.county.id !== COUNTY);
  await rpc.run(saveCounty, county);
}
