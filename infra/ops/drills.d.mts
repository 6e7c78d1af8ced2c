export interface Drill {
  /** The description of the drill, for the list of drills. */
  readonly about: string;
  run(o: { from?: string; kafka?: boolean; built?: boolean; say: (line: string) => void }): Promise<{
    readonly head: readonly string[];
    readonly rows: readonly (readonly string[])[];
    readonly broken: readonly string[];
    /** The reason why the drill did not run. */
    readonly skipped?: string;
  }>;
}

export const drillNames: readonly string[];
export function loadDrill(name: string): Promise<Drill>;
