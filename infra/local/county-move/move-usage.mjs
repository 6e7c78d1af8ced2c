/**
 * The default of --most-seconds: how long people may be unable to write during the move. When this time is over, the
 * move gives up, and the source continues to serve the county.
 */
export const MOST_SECONDS = 30;

export const USAGE = `Usage: npm run county -- move <id> --to <place> --at <origin>
                [--from-there <postgres://…>] [--most-seconds <n>] [--lose-secrets] [--from <place>]
       npm run county -- move <id> --to <place> --abort
       npm run county -- move <id> --forget [--files]
  moves a county to another installation of the portal while people read on; for some seconds nobody can write.
  --to: the data folder of the other "npm start", or a file with the variables of its operator (NAME=value in each
        line: OPERATOR_SECRET, DATABASE_ADMIN_URL, REDIS_URL, S3_ENDPOINT …).
  --at: the origin at which this gateway reaches the other one, such as https://gateway.cell-2.example.
  --from-there: the address of this database for the other database server, if DATABASE_ADMIN_URL does not work there.
  --most-seconds: gives up if nobody can write for longer (${MOST_SECONDS}); the county then goes on here.
  --lose-secrets: moves although the other installation cannot open some values, such as second factors.
  --from: the installation to move from, if it is not the one of this environment.
  --abort: removes what a killed command has left; the county goes on here.
  --forget: removes the rows of a county that has moved. --files also removes its files: only if the move
        has copied them to an object store of the other installation.
  The same call continues a move that was interrupted after its switch. deploy/README.md says what must be ready.`;
