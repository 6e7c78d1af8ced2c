// The names of everything that a move creates in the two databases for a time.

export const SCHEMA = 'county_move';

/** The name of the county's publication, slot, subscription, triggers and policies. */
export const nameOf = (county) => `county_move_${county.replaceAll('-', '_')}`;

/** The name of a subscription that only tries the connection. No other county's move has it. */
export const trialNameOf = (county) => `county_trial_${county.replaceAll('-', '_')}`;

export const quoted = (text) => `'${text.replaceAll("'", "''")}'`;

/** @param {{ schema: string, name: string }} table */
export const tableName = ({ schema, name }) => `"${schema}"."${name}"`;

/** The two keys of an advisory lock. A move holds it while the county takes no changes (`early`, `late`). */
export const lockKeys = (county, stage) =>
  `hashtext(${quoted(`county move ${stage}`)}), hashtext(${quoted(county)})`;
