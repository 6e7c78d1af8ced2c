import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { OBJECT_STORE, ObjectTooLarge, type ObjectStore } from '@portal/infra/storage';
import { ArrivedAnswerRepository } from './arrived-answer.repository.js';
import { largestXml } from './bounded-xml.js';
import { FolderTurnRepository } from './folder-turn.repository.js';

/** A file as it was read; `bytes` is undefined when it is too large to be read. */
export interface ReadFile {
  readonly name: string;
  readonly etag: string;
  readonly changedAt: Date;
  readonly bytes: Buffer | undefined;
}

/** What reading and applying a file led to. */
export interface Outcome {
  readonly refused: boolean;
  readonly why: readonly string[];
  /** The ids of the filings that the file answers. */
  readonly filings: readonly string[];
}

/**
 * Reads and moves the files of a county's folder of answers. Also gives access to their stored results, and to the
 * leases that let only one process at a time read the folder.
 */
@Injectable()
export class AnswerFiles {
  constructor(
    readonly answers: ArrivedAnswerRepository,
    readonly turns: FolderTurnRepository,
    private readonly catalogue: Catalogue,
    @Inject(OBJECT_STORE) readonly store: ObjectStore,
  ) {}

  /** Returns undefined if the file is removed or overwritten while it is read. The next turn reads the new content. */
  async read(key: string, name: string): Promise<ReadFile | undefined> {
    const found = await this.store.find(key);
    if (!found) return undefined;
    const { etag, changedAt } = found;
    const bytes = found.size > largestXml ? undefined : await this.bytesOf(key);
    if (bytes === 'GREW') return undefined;
    return (await this.store.find(key))?.etag === etag ? { name, etag, changedAt, bytes } : undefined;
  }

  private async bytesOf(key: string): Promise<Buffer | 'GREW'> {
    try {
      return await this.store.get(key, largestXml);
    } catch (error) {
      if (error instanceof ObjectTooLarge) return 'GREW';
      throw error;
    }
  }

  /**
   * Moves a file to `done`, or to `refused` with a message. The time in the new name distinguishes files of the same
   * name. If another file has replaced the file in the meantime, the new file stays and is read later.
   */
  async move(
    key: string,
    folder: string,
    { name, etag, bytes }: ReadFile,
    { arrivedAt, outcome }: { arrivedAt: Date; outcome: Outcome },
  ): Promise<void> {
    const stamp = arrivedAt.toISOString().replace(/[:.]/g, '');
    const target = `${folder}/${outcome.refused ? 'refused' : 'done'}/${stamp}-${name}`;
    if (outcome.refused) await this.store.put(`${target}.txt`, Buffer.from(this.textOf(name, outcome)));
    await this.store.put(target, bytes ?? (await this.store.open(key)).stream);
    if ((await this.store.find(key))?.etag === etag) await this.store.remove(key);
  }

  private textOf(name: string, { why }: Outcome): string {
    const lines = why.map((each) => `- ${this.catalogue.text('ENGLISH', each)}`);
    const head = this.catalogue.text('ENGLISH', 'filings:exchange.refusedFile', { name });
    return `${[head, ...lines].join('\n')}\n`;
  }
}
