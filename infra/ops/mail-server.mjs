// A separate mail server for a drill.
import { once } from 'node:events';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { SMTPServer } from 'smtp-server';
import { freePort } from '../local/ports.mjs';

export class MailServer {
  /** Milliseconds that the server takes to accept an e-mail that it has received. */
  acceptMs = 0;
  letters = 0;
  #server;

  async start() {
    this.port ??= await freePort();
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS', 'AUTH'],
      onData: (stream, _session, done) => void this.#receive(stream).then(() => done(), done),
    });
    this.#server.on('error', () => undefined);
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server.server, 'listening');
  }

  /** An e-mail counts as received even if the sender no longer waits for the answer. */
  async #receive(stream) {
    await buffer(stream);
    await sleep(this.acceptMs);
    this.letters += 1;
  }

  stop() {
    return new Promise((resolve) => this.#server.close(resolve));
  }
}
