import { CountyRow } from './counties/county.entity.js';
import { CountiesAndSections202611211650 } from './migrations/202611211650-counties-and-sections.js';
import { SectionSavers202611212330 } from './migrations/202611212330-section-savers.js';
import { SpecifiedFieldNames202611230045 } from './migrations/202611230045-specified-field-names.js';
import { SectionPlans202611230100 } from './migrations/202611230100-section-plans.js';
import { CountyStanding202611282210 } from './migrations/202611282210-county-standing.js';
import { CountyMoveKey202611290500 } from './migrations/202611290500-county-move-key.js';
import { SectionPlanRow } from './plans/plan.entity.js';
import { SectionRow } from './sections/section.entity.js';
import { SectionVersionRow } from './sections/section-version.entity.js';
import { FactRepair202611222205 } from './migrations/202611222205-fact-repair.js';

export const serviceName = 'admin-config';

export const migrations = [
  CountiesAndSections202611211650,
  SectionSavers202611212330,
  FactRepair202611222205,
  SpecifiedFieldNames202611230045,
  SectionPlans202611230100,
  CountyStanding202611282210,
  CountyMoveKey202611290500,
];

export const tables = {
  service: serviceName,
  entities: [CountyRow, SectionRow, SectionVersionRow, SectionPlanRow],
  migrations,
};
