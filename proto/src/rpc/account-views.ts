import * as z from 'zod/mini';
import { rpc } from './contract.js';

/**
 * Staff only: from now on and for at most 30 minutes, this session sees the portal as a user of the account would, and
 * cannot change anything. An account that does not exist → NOT_FOUND; an inactive account, whose users cannot sign in →
 * ACCOUNT_INACTIVE.
 */
export const beginAccountView = rpc('identity.begin-account-view.v1', {
  input: z.object({ account: z.uuid() }),
  output: z.object({}),
  errors: ['ACCOUNT_INACTIVE', 'NOT_FOUND'],
});

/** Ends the view of this session. A repeat changes nothing. */
export const endAccountView = rpc('identity.end-account-view.v1', {
  inView: 'ENDS',
  input: z.object({}),
  output: z.object({}),
  errors: [],
  lane: 'must',
});

export const accountViewContracts = [beginAccountView, endAccountView] as const;
