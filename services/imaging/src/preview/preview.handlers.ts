import { Controller } from '@nestjs/common';
import { Handle, type Call, type Reply } from '@portal/infra/rpc';
import type { Parsed } from '@portal/proto/rpc/contract';
import {
  describeZoom,
  getThumbnails,
  openRendition,
  openTile,
  updatePreviewSettings,
} from '@portal/proto/rpc/imaging';
import { PreviewService } from './preview.service.js';

@Controller()
export class PreviewHandlers {
  constructor(private readonly previews: PreviewService) {}

  @Handle(getThumbnails)
  thumbnails(input: Parsed<typeof getThumbnails>, { actor }: Call): Promise<Reply<typeof getThumbnails>> {
    return this.previews.getThumbnails(actor, input);
  }

  @Handle(updatePreviewSettings)
  update(
    input: Parsed<typeof updatePreviewSettings>,
    { actor }: Call,
  ): Promise<Reply<typeof updatePreviewSettings>> {
    return this.previews.updateSettings(actor, input);
  }

  @Handle(openRendition)
  rendition(input: Parsed<typeof openRendition>, { actor }: Call): Promise<Reply<typeof openRendition>> {
    return this.previews.openRendition(actor, input);
  }

  @Handle(describeZoom)
  zoom(input: Parsed<typeof describeZoom>, { actor }: Call): Promise<Reply<typeof describeZoom>> {
    return this.previews.describeZoom(actor, input);
  }

  @Handle(openTile)
  tile(input: Parsed<typeof openTile>, { actor }: Call): Promise<Reply<typeof openTile>> {
    return this.previews.openTile(actor, input);
  }
}
