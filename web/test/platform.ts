import { setImmediate } from 'node:timers';
import { URLSearchParams } from 'node:url';
import { TextDecoder, TextEncoder } from 'node:util';
import { cheapComputedStyle } from './computed-style.js';

/** The parts of a request that the router needs for navigations without loaders. */
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

/** A message channel, with which React's `act` schedules its work; Node's own channel would keep the process alive. */
class ImmediateChannel {
  readonly port1: { onmessage?: () => void } = {};
  readonly port2 = { postMessage: (): void => void setImmediate(() => this.port1.onmessage?.()) };
}

// the router needs these globals when it loads, and jsdom hides them; jest runs this file before each test file
Object.assign(globalThis, {
  ...{ TextEncoder, TextDecoder, Request: PlainRequest },
  // jsdom's `URLSearchParams` is slow because it is written in JavaScript, and every link of a result uses it
  ...{ MessageChannel: ImmediateChannel, URLSearchParams },
});
window.getComputedStyle = cheapComputedStyle(window.getComputedStyle.bind(window));
