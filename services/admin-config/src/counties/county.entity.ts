import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A county that the installation serves; read before it is known whose request it is, so bound to no county. */
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
