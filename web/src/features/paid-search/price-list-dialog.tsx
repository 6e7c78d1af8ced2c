import type { CodeDescription } from '@portal/proto/http/envelope';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { isSearchType, searchName } from '../../shared/search-types.js';
import { useCounty } from '../../shared/state/selectors.js';
import { Dialog } from '../../ui/components/dialog.js';

interface PriceListDialogProps {
  rates: readonly CodeDescription[];
  /** The amount to authorize, as text. */
  amount: string;
  surchargeMessage: string;
  onContinue(): void;
  onCancel(): void;
}

/**
 * Shows the prices of searches and the amount to authorize, when a card is needed for the first time (B9-06, B9-07).
 */
export function PriceListDialog({
  rates,
  amount,
  surchargeMessage,
  onContinue,
  onCancel,
}: PriceListDialogProps) {
  const t = useTexts();
  return (
    <Dialog
      title={t('paid-search:priceList')}
      subtitle={t('paid-search:preauthorization')}
      closeText={t('shell:close')}
      fullOnPhone
      onClose={onCancel}
      foot={
        <>
          <button className="btn" type="button" onClick={onCancel}>
            {t('paid-search:cancel')}
          </button>
          <button className="btn btn--primary" type="button" onClick={onContinue}>
            {t('paid-search:continue')}
          </button>
        </>
      }
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- on a phone the list scrolls: keys must reach it */}
      <div className="stack" tabIndex={0} role="region" aria-label={t('paid-search:priceList')}>
        <p>{t('paid-search:pricesAre')}</p>
        <p>
          <strong>{t('paid-search:authorizes', { amount })}</strong>
        </p>
        {surchargeMessage !== '' && <p>{surchargeMessage}</p>}
        <Prices rates={rates} />
        <p>{t('paid-search:others')}</p>
      </div>
    </Dialog>
  );
}

function Prices({ rates }: { rates: readonly CodeDescription[] }) {
  const t = useTexts();
  const { common } = useCounty();
  const nameOf = (code: string): string => {
    if (isSearchType(code)) return searchName(t, common, code);
    return t(code === 'taxLienDetails' ? 'paid-search:taxLienDetails' : 'paid-search:documentDetails');
  };
  return (
    <table className="table table--plain">
      <caption className="sr">{t('paid-search:priceList')}</caption>
      <thead>
        <tr>
          <th scope="col">{t('paid-search:search')}</th>
          <th scope="col" className="num">
            {t('paid-search:price')}
          </th>
        </tr>
      </thead>
      <tbody>
        {rates.map(({ code, description }) => (
          <tr key={code}>
            <th scope="row">{nameOf(code)}</th>
            <td className="num">{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
