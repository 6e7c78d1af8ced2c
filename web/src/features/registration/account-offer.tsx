import type { ReactNode } from 'react';
import { dollars } from '@portal/proto/amounts';
import type { AccountOffer } from '@portal/proto/http/account-offer';
import { useAccountOfferQuery } from '../../shared/account-offer.api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { isSearchType, searchName } from '../../shared/search-types.js';
import { useCounty } from '../../shared/state/selectors.js';

type Prices = NonNullable<AccountOffer['prices']>;

const usd = (cents: number): string => `$${dollars(cents)}`;

/** Shown before the form: what an account in this county is for, what it costs, and how to pay. */
export function AccountOfferSection() {
  const { data, isError } = useAccountOfferQuery();
  return <Offer offer={data} isError={isError} />;
}

interface OfferProps {
  /** undefined until the offer has loaded. */
  offer: AccountOffer | undefined;
  isError?: boolean;
}

export function Offer({ offer, isError = false }: OfferProps) {
  const t = useTexts();
  const { userAccess } = useCounty();
  return (
    <section className="stack" aria-labelledby="offer">
      <h2 id="offer">{t('registration:offer.title')}</h2>
      <p>
        {t('registration:offer.use')} {userAccess.guestUserName !== '' && t('registration:offer.guest')}
      </p>
      {!isError && <Terms offer={offer} />}
      {offer?.prices && <AllPrices prices={offer.prices} />}
    </section>
  );
}

/** The prices and the ways to pay. Space is reserved before the prices arrive, so that the form below does not move. */
function Terms({ offer }: { offer: AccountOffer | undefined }) {
  const t = useTexts();
  const prices = offer?.prices;
  return (
    <dl className="facts">
      <Term name={t('registration:offer.account')}>{t('registration:offer.accountFree')}</Term>
      {prices !== null && (
        <>
          <Term name={t('registration:offer.searches')}>{prices && <SearchPrices prices={prices} />}</Term>
          <Term name={t('registration:offer.details')}>{prices && <Range prices={prices.details} />}</Term>
          <Term name={t('registration:offer.pages')}>{prices && <PagePrices prices={prices} />}</Term>
        </>
      )}
      <Term name={t('registration:offer.pay')}>{offer && <Ways offer={offer} />}</Term>
    </dl>
  );
}

function Term({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt>{name}</dt>
      <dd>{children ?? '\u00a0'}</dd>
    </>
  );
}

/** The lowest and the highest of several prices. */
function Range({ prices }: { prices: Prices['searches'] }) {
  const t = useTexts();
  const cents = prices.map((each) => each.cents);
  const [lowest, highest] = [Math.min(...cents), Math.max(0, ...cents)];
  if (highest === 0) return t('registration:offer.free');
  if (lowest === highest) return t('registration:offer.one', { price: usd(highest) });
  if (lowest === 0) return t('registration:offer.upTo', { highest: usd(highest) });
  return t('registration:offer.between', { lowest: usd(lowest), highest: usd(highest) });
}

function SearchPrices({ prices }: { prices: Prices }) {
  const t = useTexts();
  const cost = prices.searches.some(({ cents }) => cents > 0);
  return (
    <>
      <Range prices={prices.searches} />
      {cost && `. ${t('registration:offer.nothingFound')}`}
    </>
  );
}

const cardFeeText = ({ method, rate }: NonNullable<Prices['cardFee']>): string =>
  method === 'percent' ? `${rate / 100}%` : usd(rate);

function PagePrices({ prices: { firstPage, additionalPages, someDiffer, cardFee } }: { prices: Prices }) {
  const t = useTexts();
  const price = firstPage === additionalPages ? { price: usd(firstPage) } : undefined;
  const prices = { first: usd(firstPage), further: usd(additionalPages) };
  const general =
    firstPage + additionalPages === 0
      ? t('registration:offer.free')
      : price
        ? t('registration:offer.pagePrice', price)
        : t('registration:offer.pagePrices', prices);
  const fee = cardFee && t('registration:offer.cardFee', { fee: cardFeeText(cardFee) });
  const advice = t(someDiffer ? 'registration:offer.someDiffer' : 'registration:offer.shownFirst');
  return [general, fee, advice].filter(Boolean).join(' ');
}

function Ways({ offer: { paysBy, otherWays } }: { offer: AccountOffer }) {
  const t = useTexts();
  const ways = new Intl.ListFormat(document.documentElement.lang, { type: 'disjunction' }).format(
    otherWays.map((way) => t(`registration:offer.way.${way}`)),
  );
  return (
    <>
      {t(`registration:offer.${paysBy}`)} {ways !== '' && t('registration:offer.otherWays', { ways })}
    </>
  );
}

/** The price of each kind of search, if the prices differ. */
function AllPrices({ prices: { searches } }: { prices: Prices }) {
  const t = useTexts();
  const { common } = useCounty();
  if (new Set(searches.map(({ cents }) => cents)).size < 2) return null;
  return (
    <details>
      <summary>{t('registration:offer.allPrices')}</summary>
      <table className="table table--plain">
        <thead>
          <tr>
            <th scope="col">{t('registration:offer.searches')}</th>
            <th scope="col" className="num">
              {t('registration:offer.price')}
            </th>
          </tr>
        </thead>
        <tbody>
          {searches.map(({ code, cents }) => (
            <tr key={code}>
              <th scope="row">{isSearchType(code) ? searchName(t, common, code) : code}</th>
              <td className="num">{cents === 0 ? t('registration:offer.free') : usd(cents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
