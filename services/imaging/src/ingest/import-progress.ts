/**
 * Shows an operator the progress of the import of images. On a terminal, one line is rewritten. Elsewhere, a line is
 * written every two seconds.
 */
export class ImportProgress {
  private readonly started = Date.now();
  private told = 0;
  private done = 0;

  constructor(
    private readonly total: number,
    private readonly out: NodeJS.WriteStream = process.stderr,
  ) {}

  wait(): void {
    this.out.write('waiting for another import of images of this county\n');
  }

  /** Counts a document whose images were imported or refused. */
  advance(): void {
    this.done += 1;
    if (Date.now() - this.told >= (this.out.isTTY ? 100 : 2_000)) this.tell();
  }

  /** Returns the duration in seconds. */
  finish(): number {
    if (this.total > 0) this.tell();
    if (this.out.isTTY) this.out.write('\n');
    return (Date.now() - this.started) / 1_000;
  }

  private tell(): void {
    this.told = Date.now();
    const rate = this.done / Math.max((this.told - this.started) / 1_000, 0.001);
    const share = Math.floor((this.done / this.total) * 100);
    const bar = '#'.repeat(Math.floor(share / 5)).padEnd(20, '.');
    const left = Math.ceil((this.total - this.done) / rate);
    const text = `[${bar}] ${share} %  images.csv  ${rate.toFixed(1)} documents/s  ${left} s left`;
    this.out.write(this.out.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
  }
}
