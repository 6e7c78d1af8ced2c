/** Milliseconds after which the place of a caller who hung up is free, whatever its work still does. */
const longestAfterwards = 10_000;

declare module 'fastify' {
  interface FastifyRequest {
    place: TakenPlace | undefined;
  }
}

/**
 * The place of one request. It is free when the answer is made and sent: whoever hangs up does not free it while its
 * work goes on, or asking and hanging up again and again would pile up work without end.
 */
export class TakenPlace {
  private left = false;
  private answerIsMade = false;
  private isClosed = false;

  constructor(private readonly giveBack: () => void) {}

  /** The answer is made: what is left to do is to send it. */
  answered(): void {
    this.answerIsMade = true;
    if (this.isClosed) this.leave();
  }

  /** The answer is sent, or nobody waits for it any more. */
  closed(): void {
    this.isClosed = true;
    if (this.answerIsMade) this.leave();
    else setTimeout(() => this.leave(), longestAfterwards).unref();
  }

  /** Gives the place back now: a long download waits for its reader only. */
  leave(): void {
    if (this.left) return;
    this.left = true;
    this.giveBack();
  }
}
