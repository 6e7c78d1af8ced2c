// Lets Redis's certificate expire under load and renews it.
import { certificateOutage, putBehindTls } from '../certificate-outage.mjs';

export const { about, run } = certificateOutage({
  about: 'the certificate of Redis ends under load and is renewed (openssl)',
  addressFor: async (stage, { redisUrl }) => {
    const url = new URL(redisUrl);
    url.port = String(await putBehindTls(stage, Number(url.port)));
    return { redisUrl: url.href.replace('redis:', 'rediss:') };
  },
});
