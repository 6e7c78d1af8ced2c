import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '@portal/infra/clock';
import type { Tx } from '@portal/infra/db';
import { failpoint } from '@portal/infra/failpoints';
import { dollars } from '@portal/proto/amounts';
import { reportPaths } from '@portal/proto/http/reports';
import { DoorThrottle } from '../registration/door.throttle.js';
import { NewcomerWriter } from '../registration/newcomer.writer.js';
import { TicketRepository } from '../tickets/ticket.repository.js';
import { lifeOf } from '../tickets/ticket.rules.js';
import type { TicketPurpose } from '../tickets/ticket.entity.js';
import type { CountyDoor } from '../letters/county-door.js';
import { LetterRepository, type Letter } from '../letters/letter.repository.js';
import type { LetterContent } from '../letters/letter.text.js';
import { greeted, mayBeNamed, PersonRepository, type Person } from '../letters/person.repository.js';

const LOGIN = '/LandShark/login';
const EFILE = '/LandShark/efile';

/**
 * Decides what an e-mail says, and whether it is sent. Users are looked up only here, long after the browser got its
 * answer (S15). Each attempt creates a new ticket for its link, in the caller's transaction.
 */
@Injectable()
export class LetterComposer {
  constructor(
    private readonly people: PersonRepository,
    private readonly letters: LetterRepository,
    private readonly newcomers: NewcomerWriter,
    private readonly tickets: TicketRepository,
    private readonly throttle: DoorThrottle,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async compose(tx: Tx, door: CountyDoor, letter: Letter): Promise<LetterContent | undefined> {
    switch (letter.kind) {
      case 'REGISTRATION':
        return this.registration(tx, door, letter);
      case 'USERNAME':
        return this.usernames(tx, letter);
      case 'PASSWORD':
        return this.password(tx, door, letter);
      case 'NEW_EMAIL':
        return this.newEmail(tx, door, letter);
      case 'PASSWORD_CHANGED':
        return this.passwordChanged(tx, letter);
      case 'EMAIL_CHANGED':
        return changed(letter, 'emailChanged');
      case 'OFFICE_ENTRY':
        return this.officeEntry(tx, letter);
      case 'FUNDS_NEEDED':
        return this.fundsNeeded(tx, letter);
      case 'FILING':
        return filingContent(letter);
      case 'REPORT':
        return this.reportEnded(tx, letter);
      case 'CARD_MERCHANT':
        return this.merchantChanged(tx, door, letter);
    }
  }

  private async registration(tx: Tx, door: CountyDoor, letter: Letter): Promise<LetterContent | undefined> {
    const { registration, email } = letter;
    let user = letter.userId ?? undefined;
    if (registration) {
      const language = door.languages.includes(letter.language) ? letter.language : 'ENGLISH';
      user = await this.newcomers.write(tx, door, registration, language);
      if (user === undefined) {
        if (letter.tries === 1) await this.throttle.noteTaken(door.county, letter.place);
        return { to: email, about: 'nameTaken', name: '', params: {}, path: LOGIN };
      }
      await this.letters.noteRegistered(tx, letter.id, user);
    }
    const person = user === undefined ? undefined : await this.people.findForLink(tx, user);
    return person?.status === 'P' ? this.invite(tx, door, person) : undefined;
  }

  private async usernames(tx: Tx, { email }: Letter): Promise<LetterContent | undefined> {
    const people = (await this.people.listByEmail(tx, email)).filter(mayBeNamed);
    const [first] = people;
    if (!first) return undefined;
    const lines = people.map(({ username }) => username);
    const name = people.length === 1 ? greeted(first) : '';
    return {
      ...{ to: first.email, users: people.map(({ id }) => id), about: 'username', name },
      ...{ params: { count: lines.length }, lines, path: LOGIN },
    };
  }

  private async password(tx: Tx, door: CountyDoor, letter: Letter): Promise<LetterContent | undefined> {
    const person = await this.people.findByEmailForLink(tx, letter.email, letter.username);
    if (!person) return undefined;
    // an e-mail with a user id was requested by the office, so its address is not a stranger's
    const isSent = letter.userId !== null;
    const isAsked = isSent || mayBeNamed(person);
    const pending = person.status === 'P' || !isAsked;
    if (letter.spare && (await this.hasLink(tx, person, pending ? 'REGISTRATION' : 'PASSWORD')))
      return undefined;
    if (pending) return this.invite(tx, door, person);
    const { email: to, username } = person;
    const told = { to, users: [person.id], name: greeted(person), params: { username } };
    if (person.status !== 'A' || person.accountStatus === 'I')
      // the office can send this e-mail only to active users, so this user was deactivated a moment ago
      return isSent ? undefined : { ...told, about: 'notActive' };
    return {
      ...{ ...told, about: isSent ? 'resetSent' : 'reset' },
      ...(isSent && { certain: true }),
      ...(await this.link(tx, door, person, 'PASSWORD', 'passwordReset')),
    };
  }

  private hasLink(tx: Tx, { id }: Person, purpose: TicketPurpose): Promise<boolean> {
    return this.tickets.hasLive(tx, id, purpose, this.clock.now());
  }

  /** Writes the e-mail to the user's new address; its link confirms that address. */
  private async newEmail(tx: Tx, door: CountyDoor, letter: Letter): Promise<LetterContent | undefined> {
    const person = letter.userId === null ? undefined : await this.people.findForLink(tx, letter.userId);
    // the user has entered yet another address in the meantime
    if (!person || person.newEmail.toLowerCase() !== letter.email.toLowerCase()) return undefined;
    return {
      ...{ to: letter.email, about: 'newEmail', name: '', params: {} },
      ...(await this.link(tx, door, person, 'EMAIL', 'confirmEmail')),
    };
  }

  private async passwordChanged(tx: Tx, letter: Letter): Promise<LetterContent | undefined> {
    const person = letter.userId === null ? undefined : await this.people.find(tx, letter.userId);
    return person && mayBeNamed(person) ? changed(letter, 'passwordChanged') : undefined;
  }

  private async officeEntry(tx: Tx, { userId, office }: Letter): Promise<LetterContent | undefined> {
    const person = userId === null ? undefined : await this.people.find(tx, userId);
    if (!person || !office || person.status !== 'A') return undefined;
    const { entry, kind, account, amount, number, note } = office;
    return {
      ...{ to: person.email, about: officeTexts[kind], name: greeted(person), certain: true },
      params: { account, amount: `${amount < 0 ? '-' : ''}$${dollars(Math.abs(amount))}` },
      lines: [entry.slice(0, 8).toUpperCase(), number, note].filter((line) => line !== ''),
    };
  }

  private async fundsNeeded(tx: Tx, { userId, funds }: Letter): Promise<LetterContent | undefined> {
    const person = userId === null ? undefined : await this.people.find(tx, userId);
    if (!person || !funds || person.status !== 'A') return undefined;
    const { account, amount, period } = funds;
    const [year, month] = period.split('-');
    return {
      ...{ to: person.email, about: 'fundsNeeded', name: greeted(person), certain: true },
      params: { account, amount: `$${dollars(amount)}`, month: `${month}/${year}` },
    };
  }

  /**
   * Writes the e-mail about a scheduled report. It contains only a link; the linked page requires a sign-in and lists
   * only the files of the user who signs in.
   */
  private async reportEnded(tx: Tx, { userId, report }: Letter): Promise<LetterContent | undefined> {
    const person = userId === null ? undefined : await this.people.findStaff(tx, userId);
    if (!person || !report) return undefined;
    const about = report.written ? 'reportReady' : 'reportFailed';
    const path = `/LandShark/reports/${reportPaths[report.report]}`;
    return { to: person.email, about, name: greeted(person), params: {}, path, certain: true };
  }

  /** Writes only to people who still work for the office when the e-mail is sent. */
  private async merchantChanged(
    tx: Tx,
    { timeZone }: CountyDoor,
    { userId, merchant }: Letter,
  ): Promise<LetterContent | undefined> {
    const person = userId === null ? undefined : await this.people.findStaff(tx, userId);
    if (!person || !merchant) return undefined;
    const { deed, by, at, before, after } = merchant;
    const time = new Date(at).toLocaleString('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'long' });
    return {
      ...{ to: person.email, about: merchantTexts[deed], name: greeted(person), params: {}, certain: true },
      path: '/LandShark/controlPanel/cardKeys',
      details: [
        [deed === 'ENDED' ? 'office-mail:cardKeys.enteredBy' : 'office-mail:cardKeys.by', { name: by }],
        ['office-mail:cardKeys.at', { time }],
        ['office-mail:cardKeys.before', { merchant: before || 'none' }],
        ['office-mail:cardKeys.after', { merchant: after }],
      ],
    };
  }

  /** Writes the e-mail with the link that completes a registration. */
  private async invite(tx: Tx, door: CountyDoor, person: Person): Promise<LetterContent> {
    const { id, email: to } = person;
    // the address may not belong to the person who registered, so the e-mail repeats nothing that this person typed
    return {
      ...{ to, users: [id], about: 'registration', name: '', params: {} },
      ...(await this.link(tx, door, person, 'REGISTRATION', 'CompleteRegistration')),
    };
  }

  private async link(tx: Tx, door: CountyDoor, person: Person, purpose: TicketPurpose, page: string) {
    const lifeMs = lifeOf(purpose, door.registration);
    await failpoint('letter-link-issuing');
    const ticket = await this.tickets.issue(tx, { user: person.id, purpose, now: this.clock.now(), lifeMs });
    return { path: `/LandShark/${page}/${ticket}`, lifeMs };
  }
}

const merchantTexts = {
  CHANGED: 'cardKeysChanged',
  ASKED: 'cardKeysAsked',
  APPROVED: 'cardKeysApproved',
  REFUSED: 'cardKeysRefused',
  WITHDRAWN: 'cardKeysWithdrawn',
  ENDED: 'cardKeysEnded',
} as const;

const filingTexts = {
  SUBMITTED: 'efileSubmitted',
  CORRECTION_ASKED: 'efileCorrection',
  RECORDED: 'efileRecorded',
  REJECTED: 'efileRejected',
  WITHDRAWN: 'efileWithdrawn',
} as const;

function filingContent({ email, filing }: Letter): LetterContent | undefined {
  if (!filing) return undefined;
  const { state, number, efileType, pages, documentNumber, reasons, note } = filing;
  return {
    ...{ to: email, about: filingTexts[state], name: '', path: EFILE, certain: true },
    params: { number, pages, document: documentNumber },
    words: { type: `efile:types.${efileType}` },
    lines: [...reasons, note].filter((line) => line !== ''),
  };
}

const officeTexts = {
  PAYMENT: 'officePayment',
  REFUND: 'officeRefund',
  CORRECTION: 'officeCorrection',
} as const;

const changed = ({ email, username }: Letter, about: 'passwordChanged' | 'emailChanged'): LetterContent => ({
  to: email,
  about,
  name: '',
  params: { username },
  path: LOGIN,
  certain: true,
});
