export function forgetCounty(o: {
  readonly county: string;
  readonly from: { readonly adminUrl: string };
  readonly files: boolean;
}): Promise<string[]>;
