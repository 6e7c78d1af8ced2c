import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { SectionValue } from '@portal/proto/config/sections';
import { alertFailure } from '../../../shared/alert-failure.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { pagePreviews } from '../../../shared/page-previews.js';
import { Dialog } from '../../../ui/components/dialog.js';
import { Icon } from '../../../ui/components/icon.js';
import { Notice } from '../../../ui/components/notice.js';
import type { AnyPage } from './described-fields.js';
import { compacted, readDraft } from './draft.rules.js';
import {
  usePreviewHomeMutation,
  usePreviewLoginPageMutation,
  usePreviewRegistrationMutation,
} from './preview.api.js';
import type { SectionFormInHand } from './use-section-form.js';

interface PreviewButtonProps {
  page: AnyPage;
  preview: NonNullable<AnyPage['preview']>;
  form: SectionFormInHand;
}

/** Shows the public page with the values of this form. Nothing is saved, and no other user sees the preview. */
export function PreviewButton({ page, preview, form }: PreviewButtonProps) {
  const t = useTexts();
  const [shown, setShown] = useState<ReactNode>();
  const draw = usePreviewOf(preview);
  const open = async (): Promise<void> => {
    if (!form.check()) return;
    const { section } = readDraft(page, compacted(page, form.inHand.draft));
    try {
      setShown(await draw({ [page.section]: section }));
    } catch (failure) {
      await alertFailure(t, failure);
    }
  };
  return (
    <>
      <button className="btn" type="button" onClick={() => void open()}>
        <Icon name="eye" /> {t('panel:preview.open')}
      </button>
      {shown && (
        <Dialog
          title={t(`panel:preview.${preview}`)}
          subtitle={t('panel:preview.lead')}
          size="xl"
          closeText={t('panel:preview.close')}
          onClose={() => setShown(undefined)}
        >
          <Still>{shown}</Still>
        </Dialog>
      )}
    </>
  );
}

type Draw = (drafts: Readonly<Record<string, unknown>>) => Promise<ReactNode>;

/** Requests the content of the page, and loads the component that shows it. */
function usePreviewOf(preview: PreviewButtonProps['preview']): Draw {
  const [readHome] = usePreviewHomeMutation();
  const [readLoginPage] = usePreviewLoginPageMutation();
  const [readOffer] = usePreviewRegistrationMutation();
  return async (drafts) => {
    if (preview === 'lockout') {
      const { LockoutPreview } = await import('./lockout-preview.js');
      return <LockoutPreview lockout={drafts['userLockout'] as SectionValue<'userLockout'>} />;
    }
    if (preview === 'home') {
      const [content, Home] = await Promise.all([readHome(drafts).unwrap(), pagePreviews().home()]);
      return <Home content={content} />;
    }
    if (preview === 'registration') {
      const [content, Registration] = await Promise.all([
        readOffer(drafts).unwrap(),
        pagePreviews().registration(),
      ]);
      const { selfRegistration } = drafts['loginPageRegistration'] as SectionValue<'loginPageRegistration'>;
      return (
        <div className="stack">
          {!selfRegistration && <NotOffered />}
          <Registration content={content} />
        </div>
      );
    }
    const [content, Login] = await Promise.all([readLoginPage(drafts).unwrap(), pagePreviews().loginPage()]);
    return <Login content={content} />;
  };
}

/** Says above the preview that visitors cannot register, because self-registration is off. */
function NotOffered() {
  const t = useTexts();
  return <Notice tone="info" title={t('panel:preview.notOffered')} />;
}

/**
 * Disables the links of the previewed page, because following one would leave the form. The page itself can have the
 * focus, so that the keyboard can scroll the page even if no element on the page can have the focus.
 */
function Still({ children }: { children: ReactNode }) {
  const t = useTexts();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ref.current;
    const stay = (event: Event): void => {
      if (event.target instanceof Element && event.target.closest('a')) event.preventDefault();
    };
    place?.addEventListener('click', stay, true);
    return () => place?.removeEventListener('click', stay, true);
  }, []);
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keys scroll only a page that can have the focus
    <div ref={ref} tabIndex={0} role="region" aria-label={t('panel:preview.content')}>
      {children}
    </div>
  );
}
