import { useParams } from 'react-router';
import { UserEntryPage } from './user-entry-page.js';
import { UserPasswordPage } from './user-password-page.js';
import { UsersPage } from './users-page.js';

const PASSWORD = /^userPassword\/([^/]+)\/?$/i;

/** /userManager and the pages below it; upper and lower case do not matter (A1-25). */
export function UserManager() {
  const { '*': below = '' } = useParams();
  const [, id] = PASSWORD.exec(below) ?? [];
  if (id !== undefined) return <UserPasswordPage id={id} key={id} />;
  const entry = below.replace(/\/$/, '');
  return entry === '' ? <UsersPage /> : <UserEntryPage id={entry} />;
}
