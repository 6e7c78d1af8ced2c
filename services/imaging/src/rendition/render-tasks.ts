import type { PageForm } from '../stored-page.js';
import type { Size } from './orientation.js';
import type { InkRequest } from './page-ink.js';
import type { Zoom } from './zoom-levels.js';
import { burnInk, renderPreviews, renderTiles, type RenderedPicture, type RenderedTile } from './render.js';

interface PageTask {
  readonly form: PageForm;
  readonly bytes: Uint8Array;
  readonly ink: InkRequest;
}

/** Work for a render thread. */
export type RenderTask =
  | (PageTask & { readonly kind: 'previews'; readonly boxes: readonly Size[] })
  | (PageTask & { readonly kind: 'tiles'; readonly zoom: Zoom })
  | (PageTask & { readonly kind: 'burn' });

export interface RenderResults {
  readonly previews: RenderedPicture[];
  readonly tiles: RenderedTile[];
  readonly burn: { readonly form: PageForm; readonly bytes: Uint8Array };
}

export function runTask(task: RenderTask): Promise<RenderResults[RenderTask['kind']]> {
  if (task.kind === 'previews') return renderPreviews(task.form, task.bytes, task.boxes, task.ink);
  if (task.kind === 'tiles') return renderTiles(task.form, task.bytes, task.zoom, task.ink);
  return burnInk(task.form, task.bytes, task.ink);
}
