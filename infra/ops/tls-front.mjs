// Puts TLS in front of a drill's server that speaks plain TCP, as a load balancer or stunnel would.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import net from 'node:net';
import tls from 'node:tls';

/** Decrypts connections to a port of its own and passes them on to a server on this machine. */
export class TlsFront {
  #sockets = new Set();

  /** @param {number} to the port of the server */
  constructor(to) {
    this.to = to;
    this.server = tls.createServer((socket) => this.#pass(socket));
  }

  /**
   * Begins to listen with a certificate.
   * @param {{ key: string, certificate: string }} files
   * @returns {Promise<number>} the port
   */
  async open(files) {
    this.use(files);
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    return this.server.address().port;
  }

  /** Uses another certificate for new connections. TLS checks a certificate only when a connection begins. */
  use({ key, certificate }) {
    this.server.setSecureContext({ key: readFileSync(key), cert: readFileSync(certificate) });
  }

  /** Ends every connection, so that clients have to connect again. */
  endConnections() {
    for (const socket of this.#sockets) socket.destroy();
  }

  close() {
    this.server.close();
    this.endConnections();
  }

  #pass(socket) {
    const plain = net.connect(this.to, '127.0.0.1');
    const ends = [socket, plain];
    for (const end of ends) {
      this.#sockets.add(end);
      end.on('error', () => undefined);
      end.once('close', () => {
        this.#sockets.delete(end);
        for (const other of ends) other.destroy();
      });
    }
    socket.pipe(plain).pipe(socket);
  }
}
