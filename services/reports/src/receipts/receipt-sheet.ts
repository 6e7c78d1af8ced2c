import type { Catalogue } from '@portal/infra/catalogue';
import type { Clock } from '@portal/infra/clock';
import type { CountySections } from '@portal/infra/county-config';
import type { Actor } from '@portal/proto/rpc/actor';
import type { Words } from '../exports/columns.rules.js';
import type { Listing } from '../exports/listing.js';
import { printLanguageOf } from '../exports/print-language.js';
import { writtenMoment } from '../exports/written-moment.js';

/** Returns what all receipts of a county share: the county's name and clock, and the texts in the user's language. */
export async function receiptSheet(
  sections: CountySections,
  catalogue: Catalogue,
  clock: Clock,
  actor: Actor,
): Promise<{
  t: Words;
  timeZone: string;
  listing: Pick<Listing, 'county' | 'printed' | 'empty' | 'pageOf' | 'language'>;
}> {
  const [common, county] = await Promise.all([
    sections.get(actor.county, 'common'),
    sections.findCounty(actor.county),
  ]);
  const { language, tag } = printLanguageOf(actor.language);
  const t: Words = (key, params = {}) => catalogue.text(language, key, params);
  const timeZone = county?.timeZone ?? 'UTC';
  return {
    t,
    timeZone,
    listing: {
      county: common.countyName || (county?.name ?? actor.county),
      printed: t('reports:printed', writtenMoment(timeZone, clock.now())),
      empty: '',
      pageOf: (page, pages) => t('reports:page', { page, pages }),
      language: tag,
    },
  };
}
