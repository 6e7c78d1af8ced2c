import type { PhoneFormat } from '@portal/proto/http/person-fields';
import type { Language, Role } from '@portal/proto/roles';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A active, I inactive, P pending registration, L locked (C1-16). */
export type UserStatus = 'A' | 'I' | 'P' | 'L';

@Entity('app_user')
export class UserRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  /** The username as entered; unique in the county, regardless of case. */
  @Column('text')
  username: string;

  /** The username in lower case, written by a trigger; look-ups use this column. */
  @Column({
    type: 'text',
    name: 'username_key',
    collation: 'C',
    nullable: true,
    select: false,
    insert: false,
    update: false,
  })
  readonly usernameKey?: string;

  @Column('text', { name: 'first_name' })
  firstName: string;

  /** The first name in lower case, written by a trigger; look-ups use this column. */
  @Column({
    type: 'text',
    name: 'first_name_key',
    collation: 'C',
    nullable: true,
    select: false,
    insert: false,
    update: false,
  })
  readonly firstNameKey?: string;

  @Column('text', { name: 'last_name' })
  lastName: string;

  /** The last name in lower case, written by a trigger; look-ups use this column. */
  @Column({
    type: 'text',
    name: 'last_name_key',
    collation: 'C',
    nullable: true,
    select: false,
    insert: false,
    update: false,
  })
  readonly lastNameKey?: string;

  @Column('text')
  email: string;

  /** The e-mail address in lower case, written by a trigger; look-ups use this column. */
  @Column({
    type: 'text',
    name: 'email_key',
    collation: 'C',
    nullable: true,
    select: false,
    insert: false,
    update: false,
  })
  readonly emailKey?: string;

  /** When a link that was mailed to the address was used; null before that. */
  @Column('timestamp with time zone', { name: 'email_confirmed_at', nullable: true })
  emailConfirmedAt: Date | null;

  /**
   * The address that the user wants instead of the current one; empty when there is none. The new address takes effect
   * when the link that was mailed there is used.
   */
  @Column('text', { name: 'new_email', default: '' })
  newEmail: string;

  @Column('text')
  role: Role;

  @Column('text')
  status: UserStatus;

  @Column('text')
  language: Language;

  @Column('uuid', { name: 'account_id', nullable: true })
  accountId: string | null;

  @Column('text', { default: '' })
  company: string;

  @Column('text', { default: '' })
  address: string;

  @Column('text', { default: '' })
  city: string;

  /** The postal abbreviation of the state, for example MN. */
  @Column('text', { default: '' })
  state: string;

  @Column('text', { default: '' })
  zip: string;

  @Column('text', { name: 'phone_format', default: 'STANDARD' })
  phoneFormat: PhoneFormat;

  @Column('text', { default: '' })
  phone: string;

  /** The time of the registration; null for users whom the office created. */
  @Column('timestamp with time zone', { name: 'registered_at', nullable: true })
  registeredAt: Date | null;

  /**
   * True if the registration was submitted more than once for this name and address. The mailed link then works only
   * with the password.
   */
  @Column('boolean', { name: 'registration_disputed', default: false })
  registrationDisputed: boolean;

  /**
   * True for a user who was active when the account was deactivated. Activating the account activates the user again.
   */
  @Column('boolean', { name: 'left_with_account', default: false })
  leftWithAccount: boolean;

  /** When another user created this user or last changed how this user signs in; null if neither has happened. */
  @Column('timestamp with time zone', { name: 'access_set_at', nullable: true, select: false })
  accessSetAt: Date | null;

  @Column('timestamp with time zone', { name: 'created_at' })
  createdAt: Date;

  /** The key of the last save and the version that it made (save-key.ts). */
  @Column('text', { name: 'last_save', nullable: true, select: false })
  lastSave: string | null;

  /** The id of the user who made the last save. */
  @Column('uuid', { name: 'saved_by', nullable: true, select: false })
  savedBy: string | null;

  @Column('timestamp with time zone', { name: 'saved_at', nullable: true, select: false })
  savedAt: Date | null;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;
}
