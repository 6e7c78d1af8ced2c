/** Runs tasks in parallel, or one task exclusively. */
export class Gate {
  private running = 0;
  private exclusive = false;
  private readonly waiting: { readonly alone: boolean; readonly enter: () => void }[] = [];

  constructor(private readonly width: number) {}

  beside<T>(work: () => Promise<T>): Promise<T> {
    return this.run(false, work);
  }

  /** Runs a task alone. The task waits until no other task runs, and later tasks wait for its end. */
  alone<T>(work: () => Promise<T>): Promise<T> {
    return this.run(true, work);
  }

  private async run<T>(alone: boolean, work: () => Promise<T>): Promise<T> {
    await new Promise<void>((enter) => {
      this.waiting.push({ alone, enter });
      this.admit();
    });
    try {
      return await work();
    } finally {
      this.running -= 1;
      if (alone) this.exclusive = false;
      this.admit();
    }
  }

  /** Starts tasks in order of arrival. No task overtakes one that waits to run alone. */
  private admit(): void {
    for (let next = this.waiting[0]; next && this.mayEnter(next.alone); next = this.waiting[0]) {
      this.waiting.shift();
      this.running += 1;
      this.exclusive = next.alone;
      next.enter();
    }
  }

  private mayEnter(alone: boolean): boolean {
    return alone ? this.running === 0 : !this.exclusive && this.running < this.width;
  }
}
