import type { County } from '@portal/proto/rpc/admin-config';

type Moving = Pick<County, 'move'>;

/**
 * True if the county's people and jobs may write here. A county that is leaving takes changes again when the time limit
 * of its move has passed, because the command that moves it may have died.
 */
export const takesChanges = ({ move }: Moving, now: Date): boolean =>
  move === undefined ||
  (move.standing === 'LEAVING' && move.until !== undefined && new Date(move.until) <= now);

/** True while the county is leaving or arriving; during these seconds, its state may change at any moment. */
export const isMoving = (county: Moving, now: Date): boolean =>
  !takesChanges(county, now) && county.move?.standing !== 'MOVED';

/**
 * The other installation, which serves the county, and the key that our installation sends with each request that it
 * forwards there, as proof that it forwarded the request.
 */
export interface OtherInstallation {
  /** The origin of the other installation. */
  readonly to: string;
  /** Undefined if an earlier version of the portal moved the county. */
  readonly key: string | undefined;
}

/** The installation that serves the county instead of this one; undefined if this one does. */
export const otherInstallationOf = ({ move }: Moving): OtherInstallation | undefined =>
  move?.standing === 'MOVED' && move.to !== undefined ? { to: move.to, key: move.key } : undefined;
