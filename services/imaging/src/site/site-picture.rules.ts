const pictureRefusals = ['PICTURE_KIND', 'PICTURE_DIMENSIONS', 'PICTURE_BROKEN'] as const;
export type PictureRefusal = (typeof pictureRefusals)[number];

/** True if the first bytes are those of a PNG, JPEG or WebP. The file name and the declared type are ignored. */
export const isPictureFile = (file: Uint8Array): boolean => {
  const head = Buffer.from(file.subarray(0, 16)).toString('latin1');
  return /^(\x89PNG\r\n\x1a\n|\xff\xd8\xff|RIFF[^]{4}WEBP)/.test(head);
};

export const boundNames = ['leastWidth', 'leastHeight', 'mostWidth', 'mostHeight', 'longest'] as const;
/** Limits in pixels: the minimum size, the size to which larger pictures are reduced, and the longest side allowed. */
export type PictureBounds = Readonly<Record<(typeof boundNames)[number], number>>;

/** Reads numbers of pixels from a message between the processes; undefined when a number is invalid. */
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

/** Reads the reason of a refusal from a message of the process; undefined for any other message. */
export const refusalOf = (message: unknown): PictureRefusal | undefined =>
  typeof message === 'object' && message !== null && 'refused' in message
    ? pictureRefusals.find((known) => known === message.refused)
    : undefined;
