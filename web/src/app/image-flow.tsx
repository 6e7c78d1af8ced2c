import type { ImageRequest } from '../shared/image-request.js';
export default function ImageFlow(_props: { request: ImageRequest; onEnd: () => void }) {
  return null;
}
