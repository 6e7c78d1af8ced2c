import { inSpan } from '../tracing/index.js';

const DATABASE = { 'db.system.name': 'postgresql' };

/**
 * The span of a statement. The statement's text contains no data about people, because values are parameters, which the
 * span omits.
 */
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

/** The span of a transaction. It includes the wait for a connection and all attempts. */
export const inTransactionSpan = <T>(schema: string, running: () => Promise<T>): Promise<T> =>
  inSpan(
    () => ({
      name: 'transaction',
      kind: 'internal',
      attributes: { ...DATABASE, 'db.namespace': schema },
    }),
    running,
  );
