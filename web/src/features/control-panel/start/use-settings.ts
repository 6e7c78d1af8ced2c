import { useEffect, useState } from 'react';
import type { Role } from '@portal/proto/roles';
import { loadTexts } from '../../../shared/i18n/i18n.js';
import type { Translate } from '../../../shared/i18n/translate.js';
import { panelMenu } from '../panel-pages.js';
import { formTexts } from '../panel-texts.js';
import type { AnyPage } from '../section-form/described-fields.js';
import { settingOfPage, settingsOfPage, type Setting } from './settings-search.rules.js';

/** All settings that a role may change, once their descriptions have loaded. */
export function useSettings(t: Translate, role: Role): readonly Setting[] {
  const [settings, setSettings] = useState<readonly Setting[]>([]);
  useEffect(() => {
    let current = true;
    void readSettings(t, role).then(
      (read) => {
        if (current) setSettings(read);
      },
      // if a description cannot be loaded, the search finds nothing; the side menu still leads to every page
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [t, role]);
  return settings;
}

async function readSettings(t: Translate, role: Role): Promise<Setting[]> {
  await loadTexts(...formTexts);
  const read = panelMenu(role).flatMap(({ group, pages }) =>
    pages.map(async (page) => {
      const name = t(`panel-shell:group.${group}`);
      const own = settingOfPage(t, page, name);
      if (!page.description) return [own];
      const described = (await page.description()).page as unknown as AnyPage;
      return [own, ...settingsOfPage(t, page, name, described)];
    }),
  );
  return (await Promise.all(read)).flat();
}
