import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * A county of the installation. Row-level security does not apply to this table, because the table is read before the
 * county of a request is known.
 */
@Entity('county')
export class CountyRow {
  @PrimaryColumn('text')
  id: string;

  @Column('text')
  name: string;

  @Column('text', { array: true })
  hosts: string[];

  @Column('text')
  origin: string;

  @Column('text', { name: 'time_zone' })
  timeZone: string;

  @Column('text')
  state: string;

  @Column('timestamp with time zone', { name: 'updated_at' })
  updatedAt: Date;

  /** Only the operator's command `county move` changes this column and the four below it. */
  @Column('text', { default: 'OPEN' })
  standing: string;

  @Column('timestamp with time zone', { name: 'standing_until', nullable: true })
  standingUntil: Date | null;

  @Column('text', { name: 'moved_to', nullable: true })
  movedTo: string | null;

  @Column('timestamp with time zone', { name: 'arrived_at', nullable: true })
  arrivedAt: Date | null;

  /** A key that the county's former installation sends with each request that it passes on. */
  @Column('text', { name: 'move_key', nullable: true })
  moveKey: string | null;
}
