import { htmlEmail } from '../email.js';
import { usernameIssue } from '../http/person-fields.js';
import { message } from '../message.js';
import { faultsWhere, type SectionFaults } from './section-faults.js';
import type { SectionValue } from './sections.js';

const isBlank = (text: string): boolean => text.trim() === '';

/** The contact's e-mail address must be valid if there is one, because the home page links to it. */
export const commonFaults = ({ contactEmail }: SectionValue<'common'>): SectionFaults =>
  faultsWhere([[contactEmail !== '' && !htmlEmail.test(contactEmail), 'contactEmail', 'panel:emailForm']]);

/** The default search must be switched on (C5-10). */
export const searchPageFaults = ({ enabled, defaultSearch }: SectionValue<'search'>): SectionFaults =>
  faultsWhere([[!enabled.includes(defaultSearch), 'defaultSearch', 'panel:defaultSearchNotEnabled']]);

/** The description of a link on the login page must have at most two words (C4-30, C4-31). */
export function loginPageLinkFaults({ paragraphs }: SectionValue<'loginPageLinks'>): SectionFaults {
  return faultsWhere(
    paragraphs.flatMap(({ heading, paragraphContent }, index) => {
      const words = heading.split(/\s+/).filter((word) => word !== '').length;
      return [
        [words > 2, `paragraphs.${index}.heading`, 'panel:oneOrTwoWords'],
        ...linkTogether(heading, paragraphContent, index),
      ] as const;
    }),
  );
}

/** A link must have both a description and a URL (C4-06). */
export const linkFaults = ({ paragraphs }: SectionValue<'homeExternalLinks'>): SectionFaults =>
  faultsWhere(
    paragraphs.flatMap(({ heading, paragraphContent }, index) =>
      linkTogether(heading, paragraphContent, index),
    ),
  );

const linkTogether = (heading: string, address: string, index: number) =>
  [
    [heading === '' && address !== '', `paragraphs.${index}.heading`, 'forms:required'],
    [heading !== '' && address === '', `paragraphs.${index}.paragraphContent`, 'forms:required'],
  ] as const;

/** A lockout requires two messages: one for the login page and one for the headline (C6-02, C6-03). */
export const userLockoutFaults = (lockout: SectionValue<'userLockout'>): SectionFaults =>
  faultsWhere([
    [isBlank(lockout.messageLogin), 'messageLogin', 'forms:required'],
    [isBlank(lockout.messageHeadline), 'messageHeadline', 'forms:required'],
  ]);

/**
 * The guest's username must follow the rules for usernames, because no user can have a name that breaks them. Guests
 * cannot enter if the name is empty, or if the user with this name is not of the type Guest.
 */
export function userAccessFaults({ guestUserName }: SectionValue<'userAccess'>): SectionFaults {
  const issue = guestUserName === '' ? undefined : usernameIssue(guestUserName);
  return issue === undefined ? {} : { guestUserName: issue };
}

/** Minimum number of days that a purge schedule must keep users, or records of the audit log (C6-10, C6-19). */
export const purgeAfterDays = { users: 365, auditLog: 60 } as const;

type PurgeSchedule = SectionValue<'userPurgeSchedule'>;

export const purgeFaults =
  (least: number) =>
  ({ automaticPurge, automaticPurgeAfterDays }: PurgeSchedule): SectionFaults =>
    faultsWhere([
      [
        automaticPurge && automaticPurgeAfterDays < least,
        'automaticPurgeAfterDays',
        message('panel:orMore', { n: least }),
      ],
    ]);

/**
 * A county that asks for an acknowledgment must have a statement (C5-25). A county that e-files must have at least one
 * reason, because without one the office could not send a document back. A county that exchanges submissions with a
 * land system must name a valid folder.
 */
export const efileFaults = (efile: SectionValue<'efile'>): SectionFaults =>
  faultsWhere([
    [
      efile.efile && efile.acknowledgement && isBlank(efile.acknowledgementStatement),
      'acknowledgementStatement',
      'forms:required',
    ],
    [efile.efile && isBlank(efile.returnReasons), 'returnReasons', 'forms:required'],
    [
      efile.efile && efile.exchange && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(efile.exchangeFolder),
      'exchangeFolder',
      'panel-pages:efile.exchangeFolderLetters',
    ],
  ]);
