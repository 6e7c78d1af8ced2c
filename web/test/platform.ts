import { TextDecoder, TextEncoder } from 'node:util';

/** As much of a request as the router makes for navigations without loaders. */
class PlainRequest {
  readonly url: string;
  readonly method: string;
  readonly signal: AbortSignal | undefined;

  constructor(url: string, { method = 'GET', signal }: { method?: string; signal?: AbortSignal } = {}) {
    this.url = String(url);
    this.method = method;
    this.signal = signal;
  }
}

// jsdom hides what the router needs while it is being loaded: this module comes before it.
Object.assign(globalThis, { TextEncoder, TextDecoder, Request: PlainRequest });
