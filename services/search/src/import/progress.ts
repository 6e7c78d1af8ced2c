/** Tells an operator how far an import is; a line is rewritten on a terminal and written every two seconds elsewhere. */
export class Progress {
  private readonly started = Date.now();
  private told = 0;
  private rows = 0;

  constructor(
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  /** A row of the bundle has been read. */
  advance(file: string): void {
    this.rows += 1;
    if ((this.rows & 255) === 0 && Date.now() - this.told >= this.interval) this.tell(this.line(file));
  }

  /** A step after reading has begun. */
  step(text: string): void {
    this.tell(`${text} (${this.seconds().toFixed(1)} s)`);
    if (this.out.isTTY) this.out.write('\n');
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
    const share = this.total === 0 ? 100 : Math.min(100, Math.floor((this.rows / this.total) * 100));
    const bar = '#'.repeat(Math.floor(share / 5)).padEnd(20, '.');
    return `[${bar}] ${share} %  ${file}  ${Math.round(rate)} rows/s  ${Math.ceil(left)} s left`;
  }

  private tell(text: string): void {
    this.told = Date.now();
    this.out.write(this.out.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
  }
}
