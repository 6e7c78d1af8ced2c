import { Column, Entity } from 'typeorm';
import { SavedSection } from './saved-section.js';

/** The current version of a section. */
@Entity('section')
export class SectionRow extends SavedSection {
  @Column('integer')
  version: number;
}
