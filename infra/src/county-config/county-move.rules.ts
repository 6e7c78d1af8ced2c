import type { County } from '@portal/proto/rpc/admin-config';

type Moving = Pick<County, 'move'>;

/**
 * True if the county's people and jobs may write here. A county that is leaving takes changes again when its time is
 * over, because the command that moves it may have died.
 */
export const takesChanges = ({ move }: Moving, now: Date): boolean =>
  move === undefined ||
  (move.standing === 'LEAVING' && move.until !== undefined && new Date(move.until) <= now);

/** True for the seconds of a move in which its next step may come at any moment. */
export const isMoving = (county: Moving, now: Date): boolean =>
  !takesChanges(county, now) && county.move?.standing !== 'MOVED';

/** The origin of the installation that serves the county instead of this one; undefined if this one does. */
export const otherInstallationOf = ({ move }: Moving): string | undefined =>
  move?.standing === 'MOVED' ? move.to : undefined;
