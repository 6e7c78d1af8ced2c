import { useTexts } from '../shared/i18n/use-texts.js';
import { useCounty, useUser } from '../shared/state/selectors.js';
import { Icon } from '../ui/components/icon.js';

/** Warns the county's staff that the texts of the current language are unreviewed (DECISIONS.md#lang-5). */
export default function DraftNote() {
  const t = useTexts();
  const { drafts } = useCounty().languages;
  const language = useUser()?.language;
  if (!language || !drafts.includes(language)) return null;
  return (
    <div className="banner">
      <Icon name="info" />
      <p>{t('shell:draft')}</p>
    </div>
  );
}
