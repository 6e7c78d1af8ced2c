import { Inject, Injectable } from '@nestjs/common';
import type { Tx } from '@portal/infra/db';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { sitePicturesSection } from '@portal/proto/config/page-sections';
import { sitePictureKey } from '@portal/proto/site-pictures';
import * as z from 'zod/mini';
import { SectionRepository } from './section.repository.js';

/** Checks that every picture in a section was uploaded. A missing picture would leave an empty space on the page. */
@Injectable()
export class PictureCheck {
  constructor(
    private readonly sections: SectionRepository,
    @Inject(OBJECT_STORE) private readonly store: ObjectStore,
  ) {}

  /**
   * Looks up the pictures of a section that is about to be stored. Until the caller's transaction ends, no purge can
   * remove a picture of the county.
   * @param value the parsed value of the section `sitePictures`
   * @returns the message key for each field whose picture the county does not have; undefined when the county has all
   * pictures
   */
  async faultsOf(tx: Tx, value: unknown): Promise<Record<string, string> | undefined> {
    await this.sections.keepPictures(tx);
    const { logo, slides } = z.parse(sitePicturesSection, value);
    const named = [['logo', logo] as const, ...slides.map((name, at) => [`slides.${at}`, name] as const)];
    const faults: Record<string, string> = {};
    for (const [field, name] of named)
      if (name !== '' && !(await this.store.find(sitePictureKey(tx.countyId, name))))
        faults[field] = 'panel:pictureName';
    return Object.keys(faults).length > 0 ? faults : undefined;
  }
}
