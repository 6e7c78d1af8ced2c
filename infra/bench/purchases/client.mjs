// One user at a browser: prices, pays, downloads; asks again with the same guid when it does not know the outcome.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

const MOST_ASKED = 8;
const WAIT_MS = 25_000;

export class PortalClient {
  #cookie = '';

  constructor(origin, user) {
    this.api = `${origin}/LandShark/api`;
    this.origin = origin;
    this.user = user;
  }

  async signIn() {
    const { username, password } = this.user;
    const response = await this.#send('auth/login', { username, password, language: 'ENGLISH' });
    const answer = await response.json();
    if (!answer.ok) throw new Error(`${username} cannot sign in: ${answer.message}`);
    this.#cookie = response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
  }

  /** The guid of a priced order and how many pages it has. */
  async price(documentKey, pages) {
    const request = { documentKey, pageSelectionMethod: 'CSV_PAGES', pagesSelected: pages.join(',') };
    for (let asked = 0; asked < MOST_ASKED; asked += 1) {
      const { content, known, message } = await this.#ask('imaging/computeDownloadOrder', request);
      if (content) return content.imageState.guid;
      if (known) throw new Error(`${documentKey} cannot be ordered: ${message}`);
      await sleep(250);
    }
    return undefined;
  }

  /** PAID, REFUSED (an answer that says that nothing was charged), or UNKNOWN. */
  async pay(guid) {
    for (let asked = 1; asked <= MOST_ASKED; asked += 1) {
      const { content, known } = await this.#ask('imaging/payDownloadOrder', { imageStateGuid: guid });
      if (content) return { outcome: content.status === 'PAID' ? 'PAID' : 'REFUSED', asked };
      if (known) return { outcome: 'REFUSED', asked };
      await sleep(250);
    }
    return { outcome: 'UNKNOWN', asked: MOST_ASKED };
  }

  /** What was downloaded: hash and pages of the PDF. @throws when it cannot be had, also after asking again */
  async download(guid) {
    for (let asked = 1; ; asked += 1) {
      const response = await this.#send(`imaging/download/${guid}`);
      if (!response.ok && (response.status < 500 || asked === MOST_ASKED))
        throw new Error(`download of ${guid} answers ${response.status}`);
      if (response.ok) return describePdf(guid, Buffer.from(await response.arrayBuffer()));
      await sleep(500);
    }
  }

  /** `known`: the server has answered about this very request; a status from 500 on, or none, says nothing. */
  async #ask(path, body) {
    try {
      const response = await this.#send(path, body);
      const { ok, content, message } = await response.json();
      if (response.status >= 500 || response.status === 429) return { known: false };
      return ok ? { content, known: true } : { known: true, message };
    } catch {
      return { known: false };
    }
  }

  #send(path, body) {
    const headers = {
      cookie: this.#cookie,
      'sec-fetch-site': 'same-origin',
      'content-type': 'application/json',
    };
    const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
    return fetch(`${this.api}/${path}`, { ...request, signal: AbortSignal.timeout(WAIT_MS) });
  }
}

/** Every page object counts: our writer compresses none of them. */
const describePdf = (guid, pdf) => ({
  guid,
  sha256: createHash('sha256').update(pdf).digest('hex'),
  pages: pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g)?.length ?? 0,
});
