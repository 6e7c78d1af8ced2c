/** The anchor of each heading of a document, with the item numbers of the numbered list below the heading. */
export type Headings = ReadonlyMap<string, ReadonlySet<string>>;

export function slugOf(heading: string): string;
export function headingsOf(text: string): Map<string, Set<string>>;
export function brokenCitations(
  file: string,
  text: string,
  documents: ReadonlyMap<string, Headings>,
): string[];
export function bareSections(file: string, text: string): string[];
export function unknownRequirements(file: string, text: string, known: ReadonlySet<string>): string[];
export function unknownRules(file: string, text: string, known: ReadonlySet<string>): string[];
export function rulesDefinedIn(text: string): string[];
