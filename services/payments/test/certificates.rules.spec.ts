import { describe, expect, test } from '@jest/globals';
import { testActor } from '@portal/infra/testing';
import type { AccountTerms, Actor } from '@portal/proto/rpc/actor';
import { imageAccess } from '../src/payers/image-access.rules.js';
import { payerOf } from '../src/payers/payer.rules.js';

const noRights = {
  imageRetrieval: false,
  previewRetrieval: false,
  certificateRetrieval: false,
  certificatePreviewRetrieval: false,
};
const withTerms = (terms: Partial<AccountTerms>): Actor => {
  const actor = testActor();
  return { ...actor, terms: actor.terms && { ...actor.terms, ...noRights, ...terms } };
};

/** Documents, grantor/grantee books and tract books. */
const others = ['A', 'T', 'G', 'B'];

describe('the terms of an account for Torrens certificates', () => {
  test('let images of certificates be bought with certificateRetrieval, which allows no other images', () => {
    const actor = withTerms({ certificateRetrieval: true });
    expect(imageAccess(actor, 'C')).toBe('DOWNLOAD');
    for (const type of others) expect([type, imageAccess(actor, type)]).toEqual([type, 'NONE']);
  });

  test('do not let images of certificates be bought with imageRetrieval, which is for documents and books', () => {
    const actor = withTerms({ imageRetrieval: true, previewRetrieval: true });
    for (const type of others) expect([type, imageAccess(actor, type)]).toEqual([type, 'DOWNLOAD']);
    expect(imageAccess(actor, 'C')).toBe('NONE');
  });

  test('let images of certificates be previewed only with certificatePreviewRetrieval', () => {
    expect(imageAccess(withTerms({ certificatePreviewRetrieval: true }), 'C')).toBe('PREVIEW');
    const others = withTerms({ previewRetrieval: true });
    expect([imageAccess(others, 'C'), imageAccess(others, 'A')]).toEqual(['NONE', 'PREVIEW']);
  });

  test.each(['DOCUMENT', 'PAGE'] as const)('price certificates by certificateChargeMethod %s', (method) => {
    const other = method === 'PAGE' ? 'DOCUMENT' : 'PAGE';
    const actor = withTerms({ certificateChargeMethod: method, imageChargeMethod: other });
    expect(payerOf(actor, 'C').chargeMethod).toBe(method);
    for (const type of others) expect([type, payerOf(actor, type).chargeMethod]).toEqual([type, other]);
  });
});
