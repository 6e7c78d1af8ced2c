import type { PageDescription } from '../section-form/page-description.js';
import { priceGroups } from './price-fields.js';

/** The page /controlPanel/alacarterates (C3-01, C3-02). */
export const page: PageDescription<'aLaCarte'> = {
  section: 'aLaCarte',
  title: 'panel:aLaCarte.title',
  lead: 'panel:aLaCarte.lead',
  groups: priceGroups,
};
