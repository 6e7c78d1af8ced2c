export class BackupRepository {
  constructor(
    folder: string,
    server: {
      readonly dataDir: string;
      readonly socketDir: string;
      readonly port: number;
      readonly account: { readonly uid?: number; readonly gid?: number };
    },
    store: Readonly<Record<string, string>>,
  );
  /** The folder with the copy of deploy/backup. */
  readonly configuration: string;
}
