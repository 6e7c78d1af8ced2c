import { crc32, inflateRawSync } from 'node:zlib';

/** Returns the parts of a ZIP file by name, read from its directory (APPNOTE 4.3.12); throws when a part is damaged. */
export function zipParts(file: Buffer): ReadonlyMap<string, Buffer> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  const parts = new Map<string, Buffer>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [crc, packed, name] = [
      file.readUInt32LE(at + 16),
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
    ];
    const offset = file.readUInt32LE(at + 42);
    const begin = offset + 30 + file.readUInt16LE(offset + 26) + file.readUInt16LE(offset + 28);
    const content = inflateRawSync(file.subarray(begin, begin + packed));
    const key = file.toString('utf8', at + 46, at + 46 + name);
    if (crc32(content) !== crc) throw new Error(`${key} is damaged`);
    parts.set(key, content);
    at += 46 + name + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}
