/** How many rows of a table the county has. @param statuses parameter that is their text[]; null for all */
export const tallyOf = (subject: 'account' | 'app_user', statuses: string): string =>
  `SELECT coalesce(sum(total), 0) AS total FROM tally
    WHERE subject = '${subject}' AND (${statuses}::text[] IS NULL OR status = ANY (${statuses}::text[]))`;
