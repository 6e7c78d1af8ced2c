import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { ArrivedAnswerRepository } from './arrived-answer.repository.js';

/** What came of a file. */
export interface Outcome {
  readonly refused: boolean;
  readonly why: readonly string[];
}

/** The files of the folder, and what is noted of them. */
@Injectable()
export class AnswerFiles {
  constructor(
    readonly answers: ArrivedAnswerRepository,
    private readonly catalogue: Catalogue,
    @Inject(OBJECT_STORE) readonly store: ObjectStore,
  ) {}

  /** To `done`, or to `refused` with a text; both keep files of the same name apart by the time. */
  async move(
    key: string,
    folder: string,
    { name, arrivedAt, outcome }: { name: string; arrivedAt: Date; outcome: Outcome },
  ): Promise<void> {
    const stamp = arrivedAt.toISOString().replace(/[:.]/g, '');
    const target = `${folder}/${outcome.refused ? 'refused' : 'done'}/${stamp}-${name}`;
    if (outcome.refused) await this.store.put(`${target}.txt`, Buffer.from(this.textOf(name, outcome)));
    const { stream } = await this.store.open(key);
    await this.store.put(target, stream);
    await this.store.remove(key);
  }

  private textOf(name: string, { why }: Outcome): string {
    const lines = why.map((each) => `- ${this.catalogue.text('ENGLISH', each)}`);
    const head = this.catalogue.text('ENGLISH', 'filings:exchange.refusedFile', { name });
    return `${[head, ...lines].join('\n')}\n`;
  }
}
