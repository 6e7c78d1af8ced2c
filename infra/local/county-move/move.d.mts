interface Place {
  readonly adminUrl: string;
}
export function undoAlone(
  move: { readonly county: string; readonly from: Place; readonly to: Place },
  tries?: number,
): Promise<void>;
