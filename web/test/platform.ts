import { setImmediate } from 'node:timers';
import { URLSearchParams } from 'node:url';
import { TextDecoder, TextEncoder } from 'node:util';
import { cheapComputedStyle } from './computed-style.js';

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

/** What React's `act` posts its work by; Node's own channel would keep the process alive. */
class ImmediateChannel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: (): void => void setImmediate(() => this.port1.onmessage?.()) };
}

// jsdom hides what the router needs while it is being loaded: jest runs this before a test file.
Object.assign(globalThis, {
  ...{ TextEncoder, TextDecoder, Request: PlainRequest },
  // jsdom's own is written in JavaScript, and every link of a result is made by it
  ...{ MessageChannel: ImmediateChannel, URLSearchParams },
});
window.getComputedStyle = cheapComputedStyle(window.getComputedStyle.bind(window));
