import type pg from 'pg';

export async function emitSealings(_client: pg.Client, _county: string, _swap: { before: number; now: number } | undefined): Promise<void> {}
export async function emitSwap(_client: pg.Client, _county: string, _generation: number, _documents: number): Promise<void> {}
