import type { SectionValue } from '@portal/proto/config/sections';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { Icon } from '../../../ui/components/icon.js';
import { Notice } from '../../../ui/components/notice.js';

/** Previews both messages of a lockout as people will see them. */
export function LockoutPreview({ lockout }: { lockout: SectionValue<'userLockout'> }) {
  const t = useTexts();
  return (
    <div className="stack">
      <section className="stack" aria-label={t('panel:preview.lockoutLogin')}>
        <h2>{t('panel:preview.lockoutLogin')}</h2>
        <Notice tone="warning" title={lockout.messageLogin} />
      </section>
      <section className="stack" aria-label={t('panel:preview.lockoutHeadline')}>
        <h2>{t('panel:preview.lockoutHeadline')}</h2>
        <div className="banner">
          <Icon name="warning" />
          <p>{lockout.messageHeadline}</p>
        </div>
      </section>
    </div>
  );
}
