/** Work that a process repeats every `everyMs` milliseconds. */
export interface TurnsOptions {
  readonly everyMs: number;
  readonly work: () => Promise<unknown>;
  /** Called when a turn failed. The next turn comes as usual. */
  readonly onFault: (error: unknown) => void;
}

/** Runs turns one at a time. A turn that would begin while another one runs is skipped. */
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

  /** Starts no more turns, and waits for the turn that is running. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
