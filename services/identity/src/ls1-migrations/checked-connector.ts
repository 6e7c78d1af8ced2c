import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SourceFault } from './former-database.js';

/** More connections without one that answers are a server that sends us round and round; the driver itself repeats three. */
const MOST_IN_A_ROW = 8;

/** Finds the IP address of a host. @throws SourceFault for one that may not be called */
export type FindAddress = (host: string) => Promise<string>;

/**
 * Makes the connections of the SQL Server driver. A server may answer a sign-in with the name of another one to go to, as
 * listeners do that name a replica. That one is checked like the first: otherwise a server outside sends the portal to one
 * inside (S27).
 */
export class CheckedConnector {
  private inRow = 0;
  private fault: SourceFault | undefined;

  constructor(
    private readonly addressOf: FindAddress,
    private readonly connectMs: number,
  ) {}

  /** Why a connection was not made; the driver tells only that there is none. */
  get refused(): SourceFault | undefined {
    return this.fault;
  }

  /** A server answers. */
  arrived(): void {
    this.inRow = 0;
  }

  /** @throws SourceFault or an error of the network */
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
