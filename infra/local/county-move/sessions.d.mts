import type pg from 'pg';

export interface Session {
  readonly client: pg.Client;
  /** The error with which the server ended the connection. */
  readonly lost: Error | undefined;
  ask<R extends object = any>(sql: string, params?: readonly unknown[]): Promise<R[]>;
  close(): Promise<unknown>;
}
export function openSession(url: string, o?: { replica?: boolean }): Promise<Session>;
export function patiently(session: Session, sql: string): Promise<object[]>;
export function keepOutOfLog(session: Session): Promise<void>;
