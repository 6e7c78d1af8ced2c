import type { ChildProcess } from 'node:child_process';
import { ImageRefused, limits } from '../refusal.js';
import { entryBeside, type ProcessEntry } from '@portal/infra/threads';
import { pageHash, type VerifiedPage } from '../stored-page.js';
import { frameBytes, readFrames, type Frame } from './frames.js';
import { Gate } from './gate.js';
import { startLimited } from './limited-process.js';
import { readAnswer } from './verify-answers.js';
import { processorSeconds, residentMb, VerifyBudget } from './verify-budget.js';

export interface SandboxOptions {
  /** Maximum number of documents that are verified in parallel. */
  readonly processes?: number;
  /** Processor seconds for a file before its first page; 30 by default. */
  readonly fileSeconds?: number;
  /** True if the county also accepts PDF pages that are not scans (text or drawings); they are imported as pictures. */
  readonly drawPages?: boolean;
  /** Heap and native memory of a process, in megabytes. */
  readonly memoryMb?: number;
  /** The program that verifies files. Tests of the limits replace it. */
  readonly entry?: ProcessEntry;
}

interface Verifier {
  readonly child: ChildProcess;
  readonly answers: AsyncGenerator<Frame>;
  documents: number;
}

/**
 * Processor seconds that a process may use for all its documents together. The system enforces this limit even if the
 * importer dies.
 */
const cpuSecondsPerProcess = 7_200;
/**
 * A process is replaced after this many documents, and after a document that was refused or has a page that is not
 * stored as G4.
 */
const documentsPerProcess = 200;
/**
 * A process is also replaced if it has more megabytes than this after a document. The memory of WebAssembly never
 * shrinks: a process has 90 MB after small pages, 320 MB after a drawn letter page of 600 dots per inch, and would keep
 * 640 to 780 MB after a sheet of 24 by 36 inches.
 */
const keptMb = 400;
const watchMs = 100;

/**
 * Decodes untrusted files in child processes without credentials, without rights to write files or start processes, and
 * with limits on memory, CPU and time (imaging/DESIGN.md#hostile-input). Each process handles one document at a time.
 */
export class VerifySandbox {
  private readonly idle: Verifier[] = [];
  private readonly alive = new Set<ChildProcess>();
  private readonly gate: Gate;

  constructor(private readonly options: SandboxOptions = {}) {
    this.gate = new Gate(options.processes ?? 1);
  }

  /**
   * Returns all pages of a file in order. If the verification takes too long, it is repeated once while no other file
   * is verified.
   * @throws ImageRefused with the reason, which may be VERIFY_TIMEOUT or VERIFY_CRASHED
   */
  async verify(bytes: Uint8Array): Promise<VerifiedPage[]> {
    if (bytes.length === 0) throw new ImageRefused('FILE_EMPTY');
    if (bytes.length > limits.fileBytes) throw new ImageRefused('FILE_TOO_LARGE', `${bytes.length} bytes`);
    try {
      return await this.gate.beside(() => this.attempt(bytes));
    } catch (error) {
      if (!(error instanceof ImageRefused) || error.code !== 'VERIFY_TIMEOUT') throw error;
      return this.gate.alone(() => this.attempt(bytes));
    }
  }

  /** Kills all processes. */
  close(): void {
    for (const child of this.alive) child.kill('SIGKILL');
    this.idle.length = 0;
  }

  private async attempt(bytes: Uint8Array): Promise<VerifiedPage[]> {
    const verifier = this.idle.pop() ?? this.start();
    let clean = false;
    try {
      const pages = await this.ask(verifier, bytes);
      clean = pages.every((page) => page.kind === 'G4');
      return pages;
    } finally {
      const { child, documents } = verifier;
      if (clean && documents < documentsPerProcess && residentMb(child.pid) <= keptMb)
        this.idle.push(verifier);
      else child.kill('SIGKILL');
    }
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
    const { child } = verifier;
    verifier.documents += 1;
    const budget = new VerifyBudget(() => processorSeconds(child.pid), this.options.fileSeconds);
    let late: string | undefined;
    const watch = setInterval(() => {
      late ??= budget.exceeded();
      if (late) child.kill('SIGKILL');
    }, watchMs);
    try {
      const { drawPages = false } = this.options;
      child.stdin?.write(frameBytes({ type: 'document', drawPages }, bytes));
      return await this.collect(verifier, budget);
    } catch (error) {
      if (late) throw new ImageRefused('VERIFY_TIMEOUT', late);
      throw error;
    } finally {
      clearInterval(watch);
    }
  }

  private async collect({ answers, child }: Verifier, budget: VerifyBudget): Promise<VerifiedPage[]> {
    const pages: VerifiedPage[] = [];
    for (;;) {
      const next = await answers.next().catch(() => undefined);
      const answer = next && !next.done ? readAnswer(next.value.header) : undefined;
      if (!answer) throw new ImageRefused('VERIFY_CRASHED', child.signalCode ?? '');
      if (answer.type === 'refused') throw new ImageRefused(answer.code, answer.detail);
      if (answer.type === 'done') return pages;
      const { body } = (next as { value: Frame }).value;
      const form = answer.page;
      budget.grow(form);
      pages.push({ ...form, bytes: body, sha256: pageHash(form, body) });
    }
  }
}
