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
  private stopped = false;

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

  /** True after `stop` was called, so that a long turn can end early. */
  get ending(): boolean {
    return this.stopped;
  }

  /** Starts no more turns, and waits for the turn that is running. */
  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.timer);
    await this.running;
  }
}
