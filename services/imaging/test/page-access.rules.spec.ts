import { expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import { mayPreview } from '../src/pages/page-access.rules.js';

const withRight = (right: keyof AccountTerms | 'none'): Actor => {
  const actor = testActor();
  const none = {
    imageRetrieval: false,
    previewRetrieval: false,
    certificateRetrieval: false,
    certificatePreviewRetrieval: false,
  };
  return { ...actor, terms: actor.terms && { ...actor.terms, ...none, [right]: true } };
};

test.each([
  ['certificateRetrieval', ['C20001']],
  ['certificatePreviewRetrieval', ['C20001']],
  ['imageRetrieval', ['A1000001', 'T1000001', 'G12', 'B12']],
  ['previewRetrieval', ['A1000001', 'T1000001', 'G12', 'B12']],
  ['none', []],
] as const)('the right %s allows previews of %j', (right, seen) => {
  const keys = ['A1000001', 'T1000001', 'C20001', 'G12', 'B12'];
  expect(keys.filter((key) => mayPreview(withRight(right), key))).toEqual(seen);
});

test.each(['TRIMIN', 'COUNTY'] as const)('%s may see previews of all documents', (role) => {
  const actor: Actor = { ...withRight('none'), role };
  for (const key of ['A1000001', 'C20001', 'G12', 'B12']) expect(mayPreview(actor, key)).toBe(true);
});
