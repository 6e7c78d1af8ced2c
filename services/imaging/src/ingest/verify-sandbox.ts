import type { ChildProcess } from 'node:child_process';
import { ImageRefused, limits } from '../refusal.js';
import { entryBeside, type ProcessEntry } from '@portal/infra/threads';
import { pageHash, type VerifiedPage } from '../stored-page.js';
import { frameBytes, readFrames, type Frame } from './frames.js';
import { startLimited } from './limited-process.js';
import { readAnswer } from './verify-answers.js';

export interface SandboxOptions {
  /** Documents verified at the same time. */
  readonly processes?: number;
  readonly timeLimitMs?: number;
  /** Heap and native memory of a process. */
  readonly memoryMb?: number;
  /** Another program in place of the verifier, for tests of the limits. */
  readonly entry?: ProcessEntry;
}

interface Verifier {
  readonly child: ChildProcess;
  readonly answers: AsyncGenerator<Frame>;
  documents: number;
}

const cpuSecondsPerProcess = 120;
/** A process serves this many clean documents; after one that was refused or needed libvips it is replaced. */
const documentsPerProcess = 200;

/**
 * Decodes untrusted files in child processes without credentials, without rights to write files or start processes,
 * and with limits on memory, CPU and time (imaging.md 'Hostile input'). One document at a time in each.
 */
export class VerifySandbox {
  private readonly idle: Verifier[] = [];
  private readonly waiting: (() => void)[] = [];
  private readonly alive = new Set<ChildProcess>();
  private busy = 0;

  constructor(private readonly options: SandboxOptions = {}) {}

  /** All pages of a file, in order. @throws ImageRefused with the reason; VERIFY_TIMEOUT or VERIFY_CRASHED among them */
  async verify(bytes: Uint8Array): Promise<VerifiedPage[]> {
    if (bytes.length === 0) throw new ImageRefused('FILE_EMPTY');
    if (bytes.length > limits.fileBytes) throw new ImageRefused('FILE_TOO_LARGE', `${bytes.length} bytes`);
    await this.slot();
    const verifier = this.idle.pop() ?? this.start();
    let clean = false;
    try {
      const pages = await this.ask(verifier, bytes);
      clean = pages.every((page) => page.kind === 'G4');
      return pages;
    } finally {
      this.release(verifier, clean);
    }
  }

  /** Kills what still runs. */
  close(): void {
    for (const child of this.alive) child.kill('SIGKILL');
    this.idle.length = 0;
  }

  private async slot(): Promise<void> {
    if (this.busy >= (this.options.processes ?? 1))
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    else this.busy += 1;
  }

  private release(verifier: Verifier, clean: boolean): void {
    if (clean && verifier.documents < documentsPerProcess) this.idle.push(verifier);
    else verifier.child.kill('SIGKILL');
    const next = this.waiting.shift();
    if (next) next();
    else this.busy -= 1;
  }

  private start(): Verifier {
    const entry = this.options.entry ?? entryBeside(import.meta.url, 'verify.process');
    const memoryMb = this.options.memoryMb ?? 1536;
    const child = startLimited(entry, { memoryMb, cpuSeconds: cpuSecondsPerProcess });
    this.alive.add(child);
    child.on('exit', () => this.alive.delete(child));
    return { child, answers: readFrames(child.stdout), documents: 0 };
  }

  private async ask(verifier: Verifier, bytes: Uint8Array): Promise<VerifiedPage[]> {
    verifier.documents += 1;
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      verifier.child.kill('SIGKILL');
    }, this.options.timeLimitMs ?? 30_000);
    try {
      verifier.child.stdin?.write(frameBytes({ type: 'document' }, bytes));
      return await this.collect(verifier);
    } catch (error) {
      if (late) throw new ImageRefused('VERIFY_TIMEOUT', `over ${this.options.timeLimitMs ?? 30_000} ms`);
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  private async collect({ answers, child }: Verifier): Promise<VerifiedPage[]> {
    const pages: VerifiedPage[] = [];
    for (;;) {
      const next = await answers.next().catch(() => undefined);
      const answer = next && !next.done ? readAnswer(next.value.header) : undefined;
      if (!answer) throw new ImageRefused('VERIFY_CRASHED', child.signalCode ?? '');
      if (answer.type === 'refused') throw new ImageRefused(answer.code, answer.detail);
      if (answer.type === 'done') return pages;
      const { body } = (next as { value: Frame }).value;
      const form = answer.page;
      pages.push({ ...form, bytes: body, sha256: pageHash(form, body) });
    }
  }
}
