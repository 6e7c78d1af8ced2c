import type { Paragraph, Slides } from '@portal/proto/http/login-page';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { slidesOf } from '../../shared/slides.js';
import { useCounty } from '../../shared/state/selectors.js';
import { NotableDatesTable } from '../../ui/components/notable-dates-table.js';
import { Slideshow } from '../../ui/components/slideshow.js';
import {
  useLoginPageLatestNewsQuery,
  useLoginPageLinksQuery,
  useLoginPageSlidesQuery,
} from './login-page.api.js';

/** The county's content beside the form: slides or an introduction, the latest news, links (A2-01). */
export function LoginShow() {
  const { data: slides, isError } = useLoginPageSlidesQuery();
  const { data: news = [] } = useLoginPageLatestNewsQuery();
  const { data: links = [] } = useLoginPageLinksQuery();
  return (
    <>
      {slides || isError ? <Show slides={slides} /> : <div className="login__show" />}
      <News news={news} />
      <Links links={links} />
    </>
  );
}

/** Shows the introduction if there are no slides. */
export function Show({ slides }: { slides: Slides | undefined }) {
  const t = useTexts();
  const { directory, common } = useCounty();
  if (!slides || slides.numberOfSlides === 0) return <Introduction />;
  return (
    <div className="login__show">
      <Slideshow
        slides={slidesOf(directory, slides)}
        label={t('sign-in:slides', { county: common.countyName })}
      />
    </div>
  );
}

export function News({ news }: { news: readonly Paragraph[] }) {
  const t = useTexts();
  if (news.length === 0) return null;
  return (
    <section className="login__news" aria-labelledby="news">
      <h2 id="news">{t('sign-in:news')}</h2>
      <ul className="news">
        {news.map(({ heading, paragraphContent }) => (
          <li key={`${heading} ${paragraphContent}`}>
            <h3>{heading}</h3>
            <p>{paragraphContent}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One row for up to six links, otherwise two rows (A2-08). */
export function Links({ links }: { links: readonly Paragraph[] }) {
  const t = useTexts();
  const { common } = useCounty();
  if (links.length === 0) return null;
  return (
    <nav className="login__strip" aria-label={t('sign-in:links', { county: common.countyName })}>
      <ul className="link-strip">
        {links.map(({ heading, paragraphContent }) => (
          <li key={`${heading} ${paragraphContent}`}>
            <a href={paragraphContent} rel="noreferrer">
              {heading}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** An introduction for a county without slides: the dates that its index covers, and how to contact the county. */
function Introduction() {
  const t = useTexts();
  const { common, notableDates } = useCounty();
  return (
    <section className="login__intro" aria-labelledby="intro">
      <h2 id="intro">{t('sign-in:intro.title', { county: common.countyName })}</h2>
      <p>{t('sign-in:intro.text')}</p>
      {notableDates.show && notableDates.rows.length > 0 && (
        <section className="card" aria-labelledby="dates">
          <div className="card__head">
            <h3 id="dates">{t('sign-in:intro.dates')}</h3>
          </div>
          <div className="card__table">
            <NotableDatesTable dates={notableDates} />
          </div>
        </section>
      )}
      <Help />
    </section>
  );
}

function Help() {
  const t = useTexts();
  const { contactName, contactTitle, contactPhone, contactEmail } = useCounty().common;
  const who = [contactName, contactTitle].filter(Boolean).join(', ');
  if (contactPhone === '' && contactEmail === '') return null;
  return (
    <p className="muted">
      {who === '' ? t('sign-in:intro.help') : t('sign-in:intro.helpFrom', { who })}{' '}
      {contactPhone !== '' && <a href={`tel:${contactPhone.replace(/[^\d+]/g, '')}`}>{contactPhone}</a>}
      {contactPhone !== '' && contactEmail !== '' && ', '}
      {contactEmail !== '' && <a href={`mailto:${contactEmail}`}>{contactEmail}</a>}
    </p>
  );
}
