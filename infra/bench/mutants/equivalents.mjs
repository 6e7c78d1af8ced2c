/**
 * Changes that nothing can notice, each with the reason. They count neither as killed nor as survived.
 * @type {readonly { file: string, what: readonly string[], why: string }[]} `file` ends the path, `what` is the text of the list
 */
export const equivalents = [];
