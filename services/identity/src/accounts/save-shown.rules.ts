import type { ManagedUser } from '@portal/proto/http/user-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Saver } from './last-saves.js';

/**
 * What somebody who opens an entry learns about its last save. The names of staff are for staff alone; an ACCOUNT user
 * sees only names of people of the same account.
 */
export const saveShown = (saver: Saver | undefined, actor: Actor): Pick<ManagedUser, 'saved'> => {
  if (!saver) return {};
  const { username, account, at } = saver;
  const isStaff = actor.role === 'TRIMIN' || actor.role === 'COUNTY';
  const isShown = isStaff || (account !== null && account === actor.account);
  return { saved: { by: isShown ? username : '', at: at.toISOString() } };
};
