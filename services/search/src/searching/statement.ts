type ParameterType = 'text' | 'text[]' | 'int' | 'int[]' | 'smallint' | 'bigint' | 'bigint[]';

/** Collects the parameters of a statement; values are passed separately from the text, never in it (S26). */
export class Statement {
  readonly params: unknown[] = [];

  /** @returns the placeholder of the value, with its type */
  bind(value: unknown, type: ParameterType): string {
    this.params.push(typeof value === 'bigint' ? value.toString() : value);
    return `$${this.params.length}::${type}`;
  }
}
