import { AuthorizeNetCards } from './authorizenet/authorizenet-cards.js';

/**
 * The payment sandbox of a local start. It accepts the same JSON as Authorize.Net, and its card page has no captcha.
 */
export class SandboxCards extends AuthorizeNetCards {
  override readonly id = 'sandbox' as const;
  protected override readonly captcha = false;
}
