import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A change of a section that takes effect at a planned time. */
@Entity('section_plan')
export class SectionPlanRow {
  @PrimaryColumn('text', { name: 'county_id' })
  countyId: string;

  @PrimaryColumn('uuid')
  id: string;

  @Column('text')
  name: string;

  /** The fields of the section that change, with their new values. */
  @Column('jsonb')
  changes: unknown;

  @Column('timestamp with time zone', { name: 'effective_at' })
  effectiveAt: Date;

  @Column('text')
  state: string;

  @Column('text')
  reason: string;

  /** The username of the person who planned the change, as it was then. */
  @Column('text', { name: 'planned_by' })
  plannedBy: string;

  @Column('text', { name: 'planned_by_id' })
  plannedById: string;

  @Column('timestamp with time zone', { name: 'planned_at' })
  plannedAt: Date;
}
