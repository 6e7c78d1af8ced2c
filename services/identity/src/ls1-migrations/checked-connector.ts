import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SourceFault } from './former-database.js';

/**
 * The maximum number of consecutive connections without an answer. The driver makes only three attempts of its own, so
 * more connections mean that servers redirect to each other endlessly.
 */
const MOST_IN_A_ROW = 8;

/**
 * Finds the IP address of a host.
 * @throws SourceFault if the portal must not connect to it
 */
export type FindAddress = (host: string) => Promise<string>;

/**
 * Makes the connections of the SQL Server driver. A server may redirect a sign-in to another server, as the listener of
 * an availability group does. The other server's address is checked like the first one; otherwise an external server
 * could make the portal connect to an internal server (S27).
 */
export class CheckedConnector {
  private inRow = 0;
  private fault: SourceFault | undefined;

  constructor(
    private readonly addressOf: FindAddress,
    private readonly connectMs: number,
  ) {}

  /**
   * Returns the reason why a connection was refused; undefined if none was refused. The driver's own error does not
   * contain the reason.
   */
  get refused(): SourceFault | undefined {
    return this.fault;
  }

  /** Records that a server has answered, and resets the count of connections without an answer. */
  arrived(): void {
    this.inRow = 0;
  }

  /** @throws SourceFault, or an error of the network */
  async connect({ host, port }: { readonly host: string; readonly port: number }): Promise<Socket> {
    this.inRow += 1;
    try {
      if (this.inRow > MOST_IN_A_ROW) throw new SourceFault('NOT_REACHED');
      return await this.open(await this.addressOf(host), port);
    } catch (error) {
      if (error instanceof SourceFault) this.fault = error;
      throw error;
    }
  }

  private async open(ip: string, port: number): Promise<Socket> {
    const socket = connect({ host: ip, port });
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(this.connectMs) });
      return socket;
    } catch (error) {
      socket.destroy();
      throw error;
    }
  }
}
