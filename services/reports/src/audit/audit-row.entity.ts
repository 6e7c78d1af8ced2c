import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One action in a county's audit log. */
@Entity({ schema: 'reports', name: 'audit_log' })
export class AuditRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  /** The number of the row in the county: from 1, without gaps. */
  @PrimaryColumn('bigint')
  seq: string;

  @Column('uuid', { name: 'event_id', unique: true })
  eventId: string;

  @Column('timestamptz')
  at: Date;

  /** The id of the user, or `system:<service>`; empty if unknown. */
  @Column('text')
  actor: string;

  @Column('text')
  action: string;

  @Column('text')
  object: string;

  @Column('text', { name: 'before_hash' })
  beforeHash: string;

  @Column('text', { name: 'after_hash' })
  afterHash: string;

  /** The client's IP address without its last part. */
  @Column('text', { name: 'ip_trunc' })
  ipTrunc: string;

  @Column('text', { name: 'correlation_id' })
  correlationId: string;

  /** The fields of the event as JSON, or the detail that the action gives. */
  @Column('text')
  detail: string;

  @Column('bytea', { name: 'prev_hash' })
  prevHash: Buffer;

  @Column('bytea')
  hash: Buffer;
}
