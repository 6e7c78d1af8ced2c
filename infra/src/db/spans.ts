import { inSpan } from '../tracing/index.js';

const DATABASE = { 'db.system.name': 'postgresql' };

/**
 * Runs `ask` in the span of a statement. The span has the text of the statement but not its parameters. Values are
 * always parameters, so the span contains no data about people.
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

/** Runs a transaction in a span. The span includes the wait for a connection and all attempts. */
export const inTransactionSpan = <T>(schema: string, running: () => Promise<T>): Promise<T> =>
  inSpan(
    () => ({
      name: 'transaction',
      kind: 'internal',
      attributes: { ...DATABASE, 'db.namespace': schema },
    }),
    running,
  );
