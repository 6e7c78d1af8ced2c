import type { Actor } from '@portal/proto/rpc/actor';
import type { Sent } from '../src/efile/filing.rules.js';

/** The user who has sent the filing of `filingRow`. */
export const sender: Actor = {
  ...{ county: 'lake', user: 'ada', username: 'ada.olson', account: 'olson-title', role: 'USER' },
  ...{ session: 's', language: 'ENGLISH', terms: null },
};

export const clerk: Actor = {
  ...sender,
  ...{ user: 'clerk', username: 'lake.clerk', account: null, role: 'COUNTY' },
};

const charges = {
  ...{ funding: 'ESCROW' as const, firstPage: 500, additionalPages: 25, surcharge: 0, total: 525 },
  insufficient: false,
};

/** A recorded filing that has a value in each field. */
export const filingRow = (over: Partial<Sent> = {}): Sent => ({
  ...{ id: 'f', number: 12, state: 'RECORDED', userId: 'ada', accountId: 'olson-title' },
  ...{ username: 'ada.olson', language: 'ENGLISH', agreedTo: 'hash of the statement' },
  ...{ efileType: 'MAP', name: 'Ada Olson', email: 'ada@split-rock.example', address1: '210 Harbor Street' },
  ...{ address2: 'Suite 3', city: 'Two Harbors', stateCode: 'MN', zip: '55616' },
  ...{ corrects: 'earlier', correctedBy: 'later', fileName: 'plat.tif', objectKey: 'lake/efile/originals/f' },
  ...{ contentType: 'image/tiff', size: 2_048, sha256: 'hash of the file', pages: 2 },
  ...{ lowResolution: [{ page: 2, dpi: 200 }], charges, sendings: 1 },
  ...{ uploadedAt: new Date('2026-11-23T13:00:00Z'), paidAt: null },
  submittedAt: new Date('2026-11-23T14:00:00Z'),
  ...{ claimedBy: 'clerk', claimedName: 'lake.clerk', claimedAt: new Date('2026-11-23T15:00:00Z') },
  ...{ decidedBy: 'clerk', decidedAt: new Date('2026-11-23T16:00:00Z') },
  ...{ documentNumber: 'A1004412', recordedAt: new Date('2026-11-23T15:58:00Z'), book: '231', page: '118' },
  ...{ reasons: ['A page cannot be read'], note: 'Page 2', endorsedKey: 'lake/efile/endorsed/f' },
  ...{ endorsedSha256: 'hash of the copy', endorsedSize: 4_096 },
  ...over,
});
