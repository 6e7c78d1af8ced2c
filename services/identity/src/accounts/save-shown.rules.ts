import type { ManagedUser } from '@portal/proto/http/user-manager';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Saver } from './last-saves.js';

/**
 * What the actor who opens an entry may learn about its last save. Only staff learn the names of staff; an ACCOUNT user
 * learns only the names of users of their own account.
 */
export const saveShown = (saver: Saver | undefined, actor: Actor): Pick<ManagedUser, 'saved'> => {
  if (!saver) return {};
  const { username, account, at } = saver;
  const isStaff = actor.role === 'TRIMIN' || actor.role === 'COUNTY';
  const isShown = isStaff || (account !== null && account === actor.account);
  return { saved: { by: isShown ? username : '', at: at.toISOString() } };
};
