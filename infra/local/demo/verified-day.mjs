/**
 * The day through which generated indexes are verified, as YYYY-MM-DD: 2026-10-30, or today if the machine's clock
 * shows an earlier day, because an import refuses a verified day in the future.
 * @returns {string}
 */
export const verifiedDay = () => ['2026-10-30', new Date().toISOString().slice(0, 10)].sort()[0];
