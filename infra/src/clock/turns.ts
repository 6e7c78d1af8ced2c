/** Work that every process does again and again; the row in PostgreSQL decides what there is to do. */
export interface TurnsOptions {
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  /** A turn failed; the next one comes as if nothing had happened. */
  readonly onFault: (error: unknown) => void;
}

/** Takes turns, one at a time: a turn that lasts longer than the interval is not overtaken by the next. */
export class Turns {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> | undefined;

  constructor(private readonly o: TurnsOptions) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running ??= this.o
        .work()
        .catch(this.o.onFault)
        .finally(() => (this.running = undefined));
    }, this.o.everyMs);
    this.timer.unref();
  }

  /** Settles when the turn under way has ended. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
