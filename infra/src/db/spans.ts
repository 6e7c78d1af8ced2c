import { inSpan } from '../tracing/index.js';

const DATABASE = { 'db.system.name': 'postgresql' };

/** A statement without its values: they are parameters, so the text tells nothing about people. */
export const inStatementSpan = <T>(
  schema: string | undefined,
  statement: string,
  ask: () => Promise<T>,
): Promise<T> =>
  inSpan(() => {
    const text = statement.replace(/\s+/g, ' ').trim();
    const operation = /^\w+/.exec(text)?.[0]?.toUpperCase() ?? 'STATEMENT';
    const attributes = { ...DATABASE, 'db.operation.name': operation, 'db.query.text': text };
    return {
      name: `statement ${operation}`,
      kind: 'client',
      attributes: schema === undefined ? attributes : { ...attributes, 'db.namespace': schema },
    };
  }, ask);

/** A transaction with its wait for a connection and, where it had to run again, all its tries. */
export const inTransactionSpan = <T>(schema: string, running: () => Promise<T>): Promise<T> =>
  inSpan(
    () => ({
      name: 'transaction',
      kind: 'internal',
      attributes: { ...DATABASE, 'db.namespace': schema },
    }),
    running,
  );
