/**
 * A directory of a TIFF: its pieces (strips) and its other tags as [tag, type, values]. Type 3 is SHORT, 4 LONG, 5
 * RATIONAL.
 */
export interface TiffDirectory {
  readonly pieces: readonly Uint8Array[];
  readonly tags: readonly (readonly [tag: number, type: 3 | 4 | 5, ...values: number[]])[];
  /** 'zero' writes 0 as the byte count of each piece; 'none' omits the tag of the byte counts. */
  readonly counts?: 'zero' | 'none';
  /** True if the pieces are tiles. */
  readonly tiled?: boolean;
}

const sizes = { 3: 2, 4: 4, 5: 8 } as const;

/** A little-endian TIFF of these directories, in their order. */
export function tiffFile(directories: readonly TiffDirectory[]): Buffer {
  const parts: Buffer[] = [];
  let length = 0;
  const append = (bytes: Uint8Array): number => {
    const at = length;
    const padded = Buffer.concat([bytes, Buffer.alloc(bytes.length % 2)]);
    parts.push(padded);
    length += padded.length;
    return at;
  };
  append(Buffer.from('II*\0\0\0\0\0', 'latin1'));
  let link = parts[0]?.subarray(4) as Buffer;
  for (const { pieces, tags, counts, tiled } of directories) {
    const offsets = pieces.map((piece) => append(piece));
    const written = pieces.map((piece) => (counts === 'zero' ? 0 : piece.length));
    const all = [...tags, [tiled ? 324 : 273, 4, ...offsets] as const];
    if (counts !== 'none') all.push([tiled ? 325 : 279, 4, ...written] as const);
    all.sort(([one], [other]) => one - other);
    const directory = Buffer.alloc(2 + all.length * 12 + 4);
    directory.writeUInt16LE(all.length, 0);
    all.forEach(([tag, type, ...values], i) => {
      const entry = 2 + i * 12;
      directory.writeUInt16LE(tag, entry);
      directory.writeUInt16LE(type, entry + 2);
      directory.writeUInt32LE(type === 5 ? values.length / 2 : values.length, entry + 4);
      const field = valuesOf(type, values);
      if (field.length <= 4) field.copy(directory, entry + 8);
      else directory.writeUInt32LE(append(field), entry + 8);
    });
    const at = append(directory);
    link.writeUInt32LE(at, 0);
    link = (parts.at(-1) as Buffer).subarray(2 + all.length * 12);
  }
  return Buffer.concat(parts);
}

function valuesOf(type: 3 | 4 | 5, values: readonly number[]): Buffer {
  const size = type === 5 ? 4 : sizes[type];
  const bytes = Buffer.alloc(values.length * size);
  values.forEach((value, i) =>
    size === 2 ? bytes.writeUInt16LE(value, i * 2) : bytes.writeUInt32LE(value, i * 4),
  );
  return bytes;
}
