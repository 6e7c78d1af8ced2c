/** The time in milliseconds after which the slot of a disconnected client is released, even if its work continues. */
const longestAfterwards = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    place: TakenPlace | undefined;
  }
}

/**
 * The slot of one request. It is released when the answer is complete and sent. After a disconnect it stays taken
 * until the work has ended, but for ten seconds at most; otherwise a client that sends requests and disconnects again
 * and again could cause unlimited work.
 */
export class TakenPlace {
  private left = false;
  private answerIsMade = false;
  private isClosed = false;

  constructor(private readonly giveBack: () => void) {}

  /** Records that the answer is complete and only has to be sent. */
  answered(): void {
    this.answerIsMade = true;
    if (this.isClosed) this.leave();
  }

  /** Records that the answer was sent, or that its connection has closed. */
  closed(): void {
    this.isClosed = true;
    if (this.answerIsMade) this.leave();
    else setTimeout(() => this.leave(), longestAfterwards).unref();
  }

  /**
   * Releases the slot, only once. Long uploads and downloads call this when they begin, because from then on they
   * mostly wait for the client.
   */
  leave(): void {
    if (this.left) return;
    this.left = true;
    this.giveBack();
  }
}
