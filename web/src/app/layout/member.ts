/** The parts that every signed-in user needs, in a separate file because the login page needs none of them. */
export { AccountViewNote } from '../account-view-note.js';
export { ImageFlowHost } from '../image-flow-host.js';
export { MemberHeader } from './member-header.js';
