import { Entity, PrimaryColumn } from 'typeorm';
import { SavedSection } from './saved-section.js';

/** A section's value at one version; the newest version has the same value as the section itself. */
@Entity('section_version')
export class SectionVersionRow extends SavedSection {
  @PrimaryColumn('integer')
  version: number;
}
