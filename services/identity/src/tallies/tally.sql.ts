/**
 * Returns SQL that counts the county's rows of a table.
 * @param statuses the placeholder of a text[] parameter with the statuses to count; null counts all rows
 */
export const tallyOf = (subject: 'account' | 'app_user', statuses: string): string =>
  `SELECT coalesce(sum(total), 0) AS total FROM tally
    WHERE subject = '${subject}' AND (${statuses}::text[] IS NULL OR status = ANY (${statuses}::text[]))`;
