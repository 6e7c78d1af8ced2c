import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A county of the installation. It is read before a request's county is known, so it is not bound to one. */
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
}
