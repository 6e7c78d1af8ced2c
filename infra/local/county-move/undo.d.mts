interface Place {
  readonly adminUrl: string;
}
export function undo(move: {
  readonly county: string;
  readonly from: Place;
  readonly to: Place;
}): Promise<boolean>;
