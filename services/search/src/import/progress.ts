/** WAITING for another import of the county; READING the files; CHECKING rows against others; LOADING the tables. */
export type ImportStep = 'WAITING' | 'READING' | 'CHECKING' | 'LOADING';

/**
 * The progress of an import: `done` and `whole` count rows while the import reads, and tasks while it loads. Both are
 * 0 in other steps.
 */
export interface ImportPosition {
  readonly step: ImportStep;
  readonly done: number;
  readonly whole: number;
}

/**
 * Shows an operator the progress of an import. On a terminal it rewrites one line; elsewhere it writes a new line every
 * two seconds.
 */
export class Progress {
  private readonly started = Date.now();
  private told = 0;
  private rows = 0;
  /** The time, in milliseconds, at which the first task after reading was done. */
  private loading: number | undefined;
  private current: ImportStep = 'WAITING';
  private tasks = { done: 0, whole: 0 };

  /** @param total rows of the bundle, as its manifest counts them */
  constructor(
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  /** Counts a row of the bundle that was read. */
  advance(file: string): void {
    this.rows += 1;
    if ((this.rows & 255) === 0 && Date.now() - this.told >= this.interval) this.tell(this.line(file));
  }

  /** Called when the import no longer waits for another one. */
  read(): void {
    this.current = 'READING';
  }

  /** Called when a step other than reading starts. */
  step(step: ImportStep, text: string): void {
    this.current = step;
    this.tell(`${text} (${this.seconds().toFixed(1)} s)`);
    if (this.out.isTTY) this.out.write('\n');
  }

  /** Called after each task of the load. Writes a line only from time to time, but always for the last task. */
  task(name: string, done: number, of: number): void {
    this.loading ??= Date.now();
    this.tasks = { done, whole: of };
    if (done < of && Date.now() - this.told < this.interval) return;
    const left = (((Date.now() - this.loading) / 1_000) * (of - done)) / Math.max(1, done - 1);
    const about = done > 1 ? `  about ${Math.ceil(left)} s left` : '';
    this.tell(
      `${this.bar(done / of)} ${name}  ${done} of ${of} steps (${this.seconds().toFixed(1)} s)${about}`,
    );
  }

  position(): ImportPosition {
    const step = this.current;
    if (step === 'READING') return { step, done: Math.min(this.rows, this.total), whole: this.total };
    return { step, ...(step === 'LOADING' ? this.tasks : { done: 0, whole: 0 }) };
  }

  seconds(): number {
    return (Date.now() - this.started) / 1_000;
  }

  private get interval(): number {
    return this.out.isTTY ? 100 : 2_000;
  }

  private line(file: string): string {
    const rate = this.rows / Math.max(this.seconds(), 0.001);
    const left = Math.max(0, (this.total - this.rows) / rate);
    const share = this.total === 0 ? 1 : Math.min(1, this.rows / this.total);
    return `${this.bar(share)} ${Math.floor(share * 100)} %  ${file}  ${Math.round(rate)} rows/s  ${Math.ceil(left)} s left`;
  }

  private bar(share: number): string {
    return `[${'#'.repeat(Math.floor(share * 20)).padEnd(20, '.')}]`;
  }

  private tell(text: string): void {
    this.told = Date.now();
    this.out.write(this.out.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
  }
}
