interface Place {
  readonly adminUrl: string;
}
interface Places {
  readonly county: string;
  readonly from: Place;
  readonly to: Place;
}
export interface Move extends Places {
  readonly origin: string;
  readonly sourceFromTarget: string;
  readonly mostSeconds: number;
  readonly losesSecrets: boolean;
  say(line: string): void;
  isStopping(): boolean;
}
export function moveCounty(move: Move): Promise<string[]>;
export function undoAlone(move: Places, tries?: number): Promise<boolean>;
