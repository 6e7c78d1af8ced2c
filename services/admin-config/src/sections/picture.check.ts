import { Inject, Injectable } from '@nestjs/common';
import { OBJECT_STORE, type ObjectStore } from '@portal/infra/storage';
import { sitePicturesSection } from '@portal/proto/config/page-sections';
import { sitePictureKey } from '@portal/proto/site-pictures';
import * as z from 'zod/mini';

/** Checks that every picture in a section was uploaded. A missing picture would leave an empty space on the page. */
@Injectable()
export class PictureCheck {
  constructor(@Inject(OBJECT_STORE) private readonly store: ObjectStore) {}

  /**
   * @param value the parsed value of the section `sitePictures`
   * @returns the message key for each field whose picture the county does not have; undefined when the county has all
   * pictures
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
