/** What everybody has who is signed in; a file of its own, since the login page needs none of it. */
export { DraftNote } from '../draft-note.js';
export { ImageFlowHost } from '../image-flow-host.js';
export { MemberHeader } from './member-header.js';
