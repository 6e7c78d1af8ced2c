import { AuthorizeNetCards } from './authorizenet/authorizenet-cards.js';

/** The payment sandbox of a local start: the same JSON, a card page of its own without captcha. */
export class SandboxCards extends AuthorizeNetCards {
  override readonly id = 'sandbox' as const;
  protected override readonly captcha = false;
}
