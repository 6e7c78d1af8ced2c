import { Body, Controller, Post } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { CountySections } from '@portal/infra/county-config';
import { RpcClient } from '@portal/infra/rpc';
import { recordRequest, type ParcelLinks } from '@portal/proto/http/search-results';
import { fail, ok, type Result } from '@portal/proto/result';
import { listParcelIds } from '@portal/proto/rpc/search';
import { parseInput } from '../answers/refusal.js';
import { Allow, everyone } from '../session/access.js';
import { actorOf, CurrentVisit, type Visit } from '../session/visit.js';
import { linkTemplateOf, parcelLink, type LinkedSystem } from './parcel-links.js';
import { recordKey } from './record-key.js';

/** Returns links from a document's parcels to the county's tax and map systems. */
@Controller()
@Allow(...everyone)
export class ParcelLinksController {
  constructor(
    private readonly rpc: RpcClient,
    private readonly sections: CountySections,
    private readonly catalogue: Catalogue,
  ) {}

  /** Returns links to the tax system (B4-30). */
  @Post('tax/getLinks')
  tax(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<ParcelLinks>> {
    return this.links('tax', body, visit);
  }

  /** Returns links to the map system (B4-31). */
  @Post('gis/getLinks')
  gis(@Body() body: unknown, @CurrentVisit() visit: Visit): Promise<Result<ParcelLinks>> {
    return this.links('map', body, visit);
  }

  /**
   * Returns a message instead of links if the document has no parcels or the county has no link to the system
   * (B4-35).
   */
  private async links(system: LinkedSystem, body: unknown, visit: Visit): Promise<Result<ParcelLinks>> {
    const documentKey = recordKey(parseInput(recordRequest, body).id);
    const actor = actorOf(visit);
    const template = linkTemplateOf(await this.sections.get(actor.county, 'search2'), system);
    if (template === '') return fail('NO_LINKED_SYSTEM');
    const answer = await this.rpc.call(listParcelIds, { documentKey }, { actor });
    if (!answer.ok) return answer;
    const parcelIds = answer.value;
    if (parcelIds.length === 0) return fail('NO_PARCELS');
    return ok({
      parcelIds,
      parcelIdLinks: parcelIds.map((parcelId) => parcelLink(template, parcelId)),
      header: this.catalogue.text(actor.language, `server:parcelLinks.${system}`, { number: documentKey }),
    });
  }
}
