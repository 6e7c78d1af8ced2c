// The names of everything that the move of a county creates temporarily in the two databases.

export const SCHEMA = 'county_move';

/** The name of the county's publication, slot, subscription, triggers and policies. */
export const nameOf = (county) => `county_move_${county.replaceAll('-', '_')}`;

/** The name of a subscription that only tries the connection. Moves of other counties use other names. */
export const trialNameOf = (county) => `county_trial_${county.replaceAll('-', '_')}`;

export const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

/** @param {{ schema: string, name: string }} table */
export const tableName = ({ schema, name }) => `"${schema}"."${name}"`;

/**
 * The two keys of an advisory lock. While a move holds it, the county takes no changes (stages `early` and `late`), or
 * is hidden from work across counties (stage `workers`).
 */
export const lockKeys = (county, stage) =>
  `hashtext(${quoted(`county move ${stage}`)}), hashtext(${quoted(county)})`;
