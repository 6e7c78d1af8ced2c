// One user at a browser. A request with an unknown outcome is sent again with the same guid.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const MOST_ASKED = 8;
const WAIT_MS = 25_000;
const PAUSE_MS = 300;
/** How long the client tries to sign out: longer than any outage, even if several faults follow each other. */
const SIGN_OUT_WITHIN_MS = 300_000;

export class PortalClient {
  #cookie = '';
  /** Counts the client's sessions, because an order belongs to the session in which it was paid. */
  session = 0;
  /** The maximum number of attempts to sign in. */
  patience = 3 * MOST_ASKED;

  /** @param {string} address sent as the client's address; each user has a different one, like real users */
  constructor(origin, user, address) {
    this.api = `${origin}/LandShark/api`;
    this.user = user;
    this.address = address;
  }

  get cookie() {
    return this.#cookie;
  }

  async signIn() {
    const { username, password } = this.user;
    for (let asked = 1; ; asked += 1) {
      const { response, answer } = await this.#answer('auth/login', {
        username,
        password,
        language: 'ENGLISH',
      });
      if (answer?.ok) {
        const cookies = response.headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
        this.#cookie = cookies.join('; ');
        this.session += 1;
        return;
      }
      if (asked >= this.patience) throw new Error(`${username} cannot sign in: ${answer?.message}`);
      await sleep(PAUSE_MS * Math.min(asked, 5));
    }
  }

  /**
   * Repeats the sign-out until the portal answers. Without a sign-out, the card authorization of the session stays open
   * for hours.
   */
  async signOut() {
    const until = Date.now() + SIGN_OUT_WITHIN_MS;
    for (let asked = 1; Date.now() < until; asked += 1) {
      const { response, answer } = await this.#answer('auth/logout');
      if (answer?.ok || response?.status === 403) break;
      await sleep(PAUSE_MS * Math.min(asked, 5));
    }
    this.#cookie = '';
    this.session += 1;
  }

  /**
   * Prices an order. Returns the order's guid and, if the order costs money, the cents that the button of the order
   * shows. Returns undefined when the answer is missing or refuses the order.
   * @throws when the user has to sign in again and cannot
   */
  async price(documentKey, pages) {
    const request = { documentKey, pageSelectionMethod: 'CSV_PAGES', pagesSelected: pages.join(',') };
    const { content } = await this.askAgain('imaging/computeDownloadOrder', request);
    const { imageState, feeSchedule } = content ?? {};
    const dollars = /\$([\d,.]+)/.exec(feeSchedule?.downloadButtonText ?? '')?.[1];
    const shown = dollars && Math.round(Number(dollars.replaceAll(',', '')) * 100);
    return imageState && { guid: imageState.guid, shown };
  }

  /** Returns PAID, REFUSED (the answer says that nothing was charged), or UNKNOWN. */
  async pay(guid) {
    const { known, content, asked } = await this.askAgain('imaging/payDownloadOrder', {
      imageStateGuid: guid,
    });
    if (!known) return { outcome: 'UNKNOWN', asked };
    return { outcome: content?.status === 'PAID' ? 'PAID' : 'REFUSED', asked };
  }

  /**
   * Downloads an order. Returns the hash and the number of pages of the PDF.
   * @throws when the portal refuses the download, or does not answer after several attempts
   */
  async download(guid) {
    for (let asked = 1; ; asked += 1) {
      const response = await this.#send(`imaging/download/${guid}`).catch(() => undefined);
      if (response && !response.ok && response.status < 500)
        throw new Error(`download of ${guid} answers ${response.status}`);
      const body = response?.ok && (await response.arrayBuffer().catch(() => undefined));
      if (body) return describePdf(guid, Buffer.from(body));
      if (asked === MOST_ASKED) throw new Error(`download of ${guid} does not answer`);
      await sleep(2 * PAUSE_MS);
    }
  }

  /** Repeats the request until the outcome is known or no attempt is left. */
  async askAgain(path, body) {
    for (let asked = 1; ; asked += 1) {
      const answer = await this.ask(path, body);
      if (answer.known || asked === MOST_ASKED) return { ...answer, asked };
      await sleep(PAUSE_MS * asked);
    }
  }

  /**
   * Resolves to `known: false` if the outcome is unknown: no answer arrived, the status is 429 or at least 500, or the
   * user had to sign in again.
   */
  async ask(path, body) {
    const { response, answer } = await this.#answer(path, body);
    if (!answer || response.status >= 500 || response.status === 429) return { known: false };
    // the user is signed out, or is a clerk who typed the password more than five minutes ago
    if (response.status === 403 || response.status === 428) {
      await this.signIn();
      return { known: false };
    }
    const { ok, content, message } = answer;
    return ok ? { known: true, content } : { known: true, message };
  }

  async #answer(path, body) {
    try {
      const response = await this.#send(path, body);
      return { response, answer: await response.json() };
    } catch {
      return {};
    }
  }

  #send(path, body) {
    const headers = {
      cookie: this.#cookie,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': this.address,
    };
    const request = body ? { method: 'POST', ...written(headers, body) } : { headers };
    return fetch(`${this.api}/${path}`, { ...request, signal: AbortSignal.timeout(WAIT_MS) });
  }
}

/**
 * Sets the content type only for JSON. For a form, `fetch` sets a type that includes the boundary of the form's parts.
 */
const written = (headers, body) =>
  body instanceof FormData
    ? { headers, body }
    : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };

/** Counts the page objects in the bytes of the PDF, which works because our writer does not compress these objects. */
const describePdf = (guid, pdf) => ({
  guid,
  sha256: createHash('sha256').update(pdf).digest('hex'),
  pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
});
