import { AuthorizeNetCards } from './authorizenet/authorizenet-cards.js';

/** The payment sandbox of a local start: the same JSON, with its own card page without captcha. */
export class SandboxCards extends AuthorizeNetCards {
  override readonly id = 'sandbox' as const;
  protected override readonly captcha = false;
}
