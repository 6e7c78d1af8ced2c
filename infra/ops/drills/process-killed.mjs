// Kills each process under load, as the loss of a machine would; a cluster starts it again.
import { drill } from '../drill.mjs';
import { processNames } from '../fleet.mjs';
import { endOneByOne } from '../process-ends.mjs';

export const { about, run } = drill({
  about: 'each process is killed under load and started again, and people’s failed requests are counted',
  play: (stage) => endOneByOne(stage, processNames, ({ fleet }, name) => fleet.find(name).stop('SIGKILL')),
});
