import type { CountySections } from '@portal/infra/county-config';
import type { SectionName, SectionValue } from '@portal/proto/config/sections';
import { checkSection } from '@portal/proto/config/section-rules';
import { Refusal } from '../answers/refusal.js';
import type { ReadableSections } from './login-page.js';

/**
 * The county's sections, with unsaved drafts in place of some.
 * @throws Refusal INVALID_INPUT when a draft is not valid
 */
export function draftSections(
  saved: CountySections,
  drafts: Readonly<Partial<Record<SectionName, unknown>>>,
): ReadableSections {
  const checked = new Map<SectionName, unknown>();
  for (const [name, value] of Object.entries(drafts) as [SectionName, unknown][]) {
    const answer = checkSection(name, value);
    if (!answer.ok) throw new Refusal(answer);
    checked.set(name, answer.value);
  }
  return {
    async get<N extends SectionName>(county: string, name: N): Promise<SectionValue<N>> {
      // the value was checked above with the schema for this name
      return checked.has(name) ? (checked.get(name) as SectionValue<N>) : saved.get(county, name);
    },
  };
}
