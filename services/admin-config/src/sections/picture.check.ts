import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { sitePicturesSection } from '@portal/proto/config/page-sections';
import { sitePictureKey } from '@portal/proto/site-pictures';
import * as z from 'zod/mini';

/** Checks that every picture that a section names was uploaded. Otherwise the page would show an empty space. */
@Injectable()
export class PictureCheck {
  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /**
   * @param value the parsed value of the section `sitePictures`
   * @returns the message key of each field that names no file of the county; undefined when all exist
   */
  async faultsOf(county: string, value: unknown): Promise<Record<string, string> | undefined> {
    const { logo, slides } = z.parse(sitePicturesSection, value);
    const named = [['logo', logo] as const, ...slides.map((name, at) => [`slides.${at}`, name] as const)];
    const faults: Record<string, string> = {};
    for (const [field, name] of named)
      if (name !== '' && !(await this.store.find(sitePictureKey(county, name))))
        faults[field] = 'forms:pictureName';
    return Object.keys(faults).length > 0 ? faults : undefined;
  }
}
