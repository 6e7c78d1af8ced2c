import type { Dispatch } from '@reduxjs/toolkit';
import { userLockoutSection } from '@portal/proto/config/shown-sections';
import { helperContent } from '@portal/proto/http/start-up';
import { call } from './http/call.js';
import { lockoutRead } from './state/county.slice.js';

/** Reads the current texts of a lockout, because the texts that were loaded with the page may be outdated. */
export const readLockout = async (dispatch: Dispatch): Promise<void> => {
  const result = await call({ path: 'helperdata/landshark', method: 'GET' }, helperContent);
  if (!('content' in result)) return;
  const part = result.content.namedContentResultList.find(({ name }) => name === 'userLockout');
  const read = userLockoutSection.safeParse(part?.baseContent);
  if (read.success) dispatch(lockoutRead(read.data));
};
