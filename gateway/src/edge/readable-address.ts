/** No route is there. */
const NOWHERE = '/LandShark/api/unreadable';

/**
 * The address of a request for the router. One that cannot be decoded (`%ff`) would be answered by the router itself,
 * past the hooks and the envelope (S33, S34): it leads to where nothing is instead.
 */
export const readableAddress = ({ url = '/' }: { readonly url?: string | undefined }): string => {
  const [path = ''] = url.split('?');
  if (!path.includes('%')) return url;
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return NOWHERE;
  }
};
