// Lets the object store's certificate expire under load and renews it. Meanwhile, searches work.
import path from 'node:path';
import { certificateOutage, putBehindTls } from '../certificate-outage.mjs';
import { startObjectServer } from '../object-server.mjs';
import { isForFiles } from './s3-gone.mjs';

export const { about, run } = certificateOutage({
  about: 'the certificate of the object store ends under load and is renewed (openssl)',
  servers: async (stage) => {
    const objects = await startObjectServer(path.join(stage.folder, 's3'));
    stage.atEnd(() => objects.stop());
    const port = await putBehindTls(stage, Number(new URL(objects.environment.S3_ENDPOINT).port));
    return { more: { ...objects.environment, S3_ENDPOINT: `https://127.0.0.1:${port}` } };
  },
  honest: isForFiles,
});
