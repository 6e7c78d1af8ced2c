import { lazy, Suspense } from 'react';
import type { Figures, HomeContent } from '@portal/proto/http/home';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { slidesOf } from '../../shared/slides.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Icon } from '../../ui/components/icon.js';
import { NotableDatesTable } from '../../ui/components/notable-dates-table.js';
import { Card } from './card.js';
import { OutsideLink } from './links-card.js';

/** Loads after the rest of the home page. If it fails to load, the page shows no slides. */
const Slideshow = lazy(() =>
  import('../../ui/components/slideshow.js').then(
    (loaded) => ({ default: loaded.Slideshow }),
    () => ({ default: () => null }),
  ),
);

/** Keeps the place of the slides free while they load, so that nothing below them moves. */
const emptyFrame = (
  <div className="slideshow">
    <div className="slideshow__frame" />
  </div>
);

/** The dates of the county's index (A7-05). */
export function DatesCard({ dates }: { dates: Figures }) {
  const t = useTexts();
  if (dates.rows.length === 0) return null;
  return (
    <Card title={t('home:dates')} table>
      <NotableDatesTable dates={dates} />
    </Card>
  );
}

/** Shows the slides of the login page on the home page (A7-02). */
export function SlidesCard({ home }: { home: HomeContent }) {
  const t = useTexts();
  const { directory, common } = useCounty();
  const slides = slidesOf(directory, home);
  return (
    <Suspense fallback={emptyFrame}>
      <Slideshow slides={slides} label={t('home:slides', { county: common.countyName })} />
    </Suspense>
  );
}

/** The person whom visitors can ask (A7-03). */
export function ContactCard({ common }: { common: HomeContent['common'] }) {
  const t = useTexts();
  const { contactName, contactTitle, contactPhone, contactEmail } = common;
  if (contactPhone === '' && contactEmail === '') return null;
  const who = [contactName, contactTitle].filter(Boolean).join(', ');
  return (
    <Card title={t('home:contact')}>
      {who !== '' && <p className="muted">{who}</p>}
      <ul className="link-list">
        {contactPhone !== '' && (
          <li>
            <Icon name="phone" small />
            <a href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`}>{contactPhone}</a>
          </li>
        )}
        {contactEmail !== '' && (
          <li>
            <Icon name="mail" small />
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>
          </li>
        )}
      </ul>
    </Card>
  );
}

/** A link to the county's disclaimer (A7-04). */
export function DisclaimerCard({ address }: { address: string }) {
  const t = useTexts();
  if (address === '') return null;
  return (
    <Card title={t('home:disclaimer.title')}>
      <p className="muted">{t('home:disclaimer.text')}</p>
      <ul className="link-list">
        <li>
          <Icon name="external" small />
          <OutsideLink address={address}>{t('home:disclaimer.read')}</OutsideLink>
        </li>
      </ul>
    </Card>
  );
}
