/** Replaces an image or a font in tests. */
export default 'asset';
