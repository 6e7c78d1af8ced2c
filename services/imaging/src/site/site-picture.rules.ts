const pictureRefusals = ['PICTURE_KIND', 'PICTURE_DIMENSIONS', 'PICTURE_BROKEN'] as const;
export type PictureRefusal = (typeof pictureRefusals)[number];

/** By its first bytes a PNG, JPEG or WebP; a name's ending and what the sender says of it count for nothing. */
export const isPictureFile = (file: Uint8Array): boolean => {
  const head = Buffer.from(file.subarray(0, 16)).toString('latin1');
  return /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF[^]{4}WEBP)/.test(head);
};

export const boundNames = ['leastWidth', 'leastHeight', 'mostWidth', 'mostHeight', 'longest'] as const;
/** Pixels that a picture must have, is made smaller to, and may have on its longest side. */
export type PictureBounds = Readonly<Record<(typeof boundNames)[number], number>>;

/** Numbers of pixels out of a message between the processes, or undefined when one of them is none. */
export function pixelsOf<N extends string>(
  message: unknown,
  names: readonly N[],
): Record<N, number> | undefined {
  const fields: Partial<Record<string, unknown>> =
    typeof message === 'object' && message !== null ? Object.fromEntries(Object.entries(message)) : {};
  const found = {} as Record<N, number>;
  for (const name of names) {
    const value = fields[name];
    if (typeof value !== 'number' || !Number.isInteger(value) || value < 1 || value > 65_535)
      return undefined;
    found[name] = value;
  }
  return found;
}

/** Why the process refuses the picture, by its message. */
export const refusalOf = (message: unknown): PictureRefusal | undefined =>
  typeof message === 'object' && message !== null && 'refused' in message
    ? pictureRefusals.find((known) => known === message.refused)
    : undefined;
