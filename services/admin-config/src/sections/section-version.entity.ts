import { Entity, PrimaryColumn } from 'typeorm';
import { SavedSection } from './saved-section.js';

/** A section's value at a version; the newest equals the section itself. */
@Entity('section_version')
export class SectionVersionRow extends SavedSection {
  @PrimaryColumn('integer')
  version: number;
}
