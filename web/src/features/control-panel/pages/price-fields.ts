import {
  detailPriceNames,
  imagePriceNames,
  searchPriceNames,
  type PriceName,
} from '@portal/proto/config/fee-sections';
import type { Field } from '../section-form/page-description.js';

type PricedSection = 'aLaCarte' | 'creditCardAlternateRates';

const priceField = (name: PriceName): Field<PricedSection> => ({
  name,
  label: `panel:prices.${name}`,
  control: { kind: 'money' },
  span: 4,
});

/**
 * The fields for the prices of searches, details and images. The pages for A La Carte rates and for card rates share
 * these fields (C3-01, C3-02, C3-20).
 */
export const priceGroups = [
  {
    title: 'panel:prices.searches',
    lead: 'panel:prices.searchesLead',
    fields: searchPriceNames.map(priceField),
  },
  {
    title: 'panel:prices.details',
    lead: 'panel:prices.detailsLead',
    fields: detailPriceNames.map(priceField),
  },
  { title: 'panel:prices.images', lead: 'panel:prices.imagesLead', fields: imagePriceNames.map(priceField) },
];
