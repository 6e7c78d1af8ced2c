import type { Catalogue } from '@portal/infra/catalogue';
import type { AddOnConfirmation, addOnPurchase } from '@portal/proto/http/card-payments';
import type { DownloadOrder } from '@portal/proto/http/orders';
import type { MessageParams } from '@portal/proto/result';
import type { Language } from '@portal/proto/roles';
import type { AddOnConfirmation as Confirmed, Balance, Quote } from '@portal/proto/rpc/payments';
import type * as z from 'zod/mini';
import { amountText, balanceText } from '../answers/amounts.js';

type FlatFeeOptions = NonNullable<DownloadOrder['imageState']['purchaseOptions']['flatFeeOptions']>;
type Bundle = NonNullable<Quote['options']['flatFee']>['bundles'][number];

const nothingConfirmed: Omit<AddOnConfirmation, 'errorMessage'> = {
  ok: false,
  headers: [],
  accountMessage: '',
  beginningBalance: null,
  endingBalance: null,
  purchaseMessage: '',
  purchase: null,
  insufficientBalance: false,
};

/** Writes the texts of the windows for flat-fee bundles (A11-01 to A11-19). */
export class AddOnTexts {
  constructor(
    private readonly catalogue: Catalogue,
    private readonly language: Language,
  ) {}

  options(bundles: readonly Bundle[]): FlatFeeOptions {
    return {
      title: this.text('server:addOn.title'),
      options: bundles.map((bundle) => ({ text: this.offer(bundle), value: bundle.value })),
    };
  }

  /**
   * Writes the confirmation (A11-07). It shows money if the bundle is paid from escrow. An account that pays by invoice
   * has no balance of money, so its confirmation shows images.
   */
  confirmation({ option, funding, images, escrow, insufficient }: Confirmed): AddOnConfirmation {
    const [asset, amounts] = escrow ? (['USD', escrow] as const) : (['IMG', images] as const);
    const described = (key: string, amount: number | null) =>
      amount === null ? null : { description: this.text(key), value: this.amount(asset, amount) };
    const [before, after] = escrow
      ? ['server:beginningBalance', 'server:endingBalance']
      : ['server:beginningImages', 'server:addOn.endingImages'];
    return {
      ok: true,
      errorMessage: '',
      headers: [this.text('server:addOn.confirm'), this.offer(option)],
      accountMessage: this.text(
        funding === 'ESCROW' ? 'server:addOn.fromEscrow' : 'server:addOn.fromInvoice',
      ),
      beginningBalance: described(before, amounts.beginning),
      endingBalance: described(after, amounts.ending),
      purchaseMessage: this.purchaseMessage(images.ending, insufficient),
      purchase: { description: this.size(option), value: this.amount('USD', option.cost) },
      insufficientBalance: insufficient,
    };
  }

  /** The texts of a purchase that cannot be confirmed; the window shows the reason (A11-09). */
  refused(errorMessage: string): AddOnConfirmation {
    return { ...nothingConfirmed, errorMessage };
  }

  bought(images: Balance): z.infer<typeof addOnPurchase> {
    const usageBalance = balanceText(this.catalogue, this.language, images);
    return { ok: true, message: this.text('server:addOn.bought', { balance: usageBalance }), usageBalance };
  }

  private purchaseMessage(endingImages: number | null, insufficient: boolean): string {
    if (insufficient) return this.text('server:addOn.insufficient');
    return endingImages === null
      ? this.text('server:addOn.unlimitedAfter')
      : this.text('server:addOn.imagesAfter', { images: this.amount('IMG', endingImages) });
  }

  private offer(bundle: Bundle): string {
    return this.text('server:addOn.offer', {
      size: this.size(bundle),
      cost: this.amount('USD', bundle.cost),
    });
  }

  private size({ images }: Bundle): string {
    return images === null ? this.text('server:addOn.unlimited') : this.amount('IMG', images);
  }

  private amount(asset: 'USD' | 'IMG', value: number): string {
    return amountText(this.catalogue, this.language, asset, value);
  }

  private text(key: string, params?: MessageParams): string {
    return this.catalogue.text(this.language, key, params);
  }
}
