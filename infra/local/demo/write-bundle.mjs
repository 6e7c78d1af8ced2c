// Writes the bundle of one demo county in a separate process, because drawing its pages keeps a core busy for seconds.
import { writeDemoBundle } from './bundle.mjs';

const [, , county, folder] = process.argv;
const { documents, images } = await writeDemoBundle(/** @type {'lake' | 'saipan'} */ (county), folder, {
  say: (line) => process.stdout.write(`${line}\n`),
});
process.stdout.write(`${documents} documents, ${images} of them with page images\n`);
