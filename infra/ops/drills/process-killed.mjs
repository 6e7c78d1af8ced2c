// Kills each process under load, as if its machine were lost, and starts it again, as a cluster does.
import { drill } from '../drill.mjs';
import { processNames } from '../fleet.mjs';
import { endOneByOne } from '../process-ends.mjs';

export const { about, run } = drill({
  about: 'each process is killed under load and started again, and people’s failed requests are counted',
  play: (stage) => endOneByOne(stage, processNames, ({ fleet }, name) => fleet.find(name).stop('SIGKILL')),
});
