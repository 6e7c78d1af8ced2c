import { useState, type FormEvent } from 'react';
import { alertFailure } from '../../../shared/alert-failure.js';
import { useMessageText, useTexts } from '../../../shared/i18n/use-texts.js';
import { useFormStatus } from '../../../shared/use-form-status.js';
import { Dialog } from '../../../ui/components/dialog.js';
import { TextField } from '../../../ui/components/fields.js';
import { Notice } from '../../../ui/components/notice.js';
import { ChangeList } from './change-list.js';
import { changesBetween } from './changes.rules.js';
import type { AnyPage } from './described-fields.js';
import { draftOf } from './draft.rules.js';
import { useSaveSectionMutation, type SectionVersion } from './section-form.api.js';
import type { SectionFormInHand } from './use-section-form.js';

interface PutBackQuestionProps {
  page: AnyPage;
  form: SectionFormInHand;
  version: SectionVersion;
  onClose(): void;
}

/** Shows what changes when a version is restored, and asks for a reason when prices change. */
export function PutBackQuestion({ page, form, version, onClose }: PutBackQuestionProps) {
  const t = useTexts();
  const messageText = useMessageText();
  const { opened, isMoney, inHand } = form;
  const [reason, setReason] = useState('');
  const [fault, setFault] = useState<string>();
  const [saveSection] = useSaveSectionMutation();
  const { status, run } = useFormStatus();
  const value = { ...opened.defaults, ...version.value };
  const send = async (): Promise<boolean> => {
    const answer = await saveSection({
      ...{ section: page.section, version: opened.version, value, reason: reason.trim() },
    });
    if (answer.error === undefined) {
      const { message, ...saved } = answer.data;
      form.adopt(saved, message);
      inHand.replace(draftOf(page, saved.value));
      inHand.showFaults({});
      onClose();
      return true;
    }
    await alertFailure(t, answer.error);
    return false;
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    if (isMoney && reason.trim() === '') return setFault('forms:required');
    void run(send);
  };
  return (
    <Dialog
      title={
        version.version === 0
          ? t('panel:history.putBackStart')
          : t('panel:history.putBackTitle', { n: version.version })
      }
      size="lg"
      closeText={t('panel:history.close')}
      onClose={onClose}
    >
      <form className="form" noValidate onSubmit={submit}>
        <p>{t(inHand.isDirty ? 'panel:history.putBackDrops' : 'panel:history.putBackLead')}</p>
        <ChangeList changes={changesBetween(t, page, opened.value, value)} />
        {page.saveQuestion && <Notice tone="warning" title={t(page.saveQuestion)} />}
        {isMoney && (
          <div className="form-row">
            <TextField
              name="putBackReason"
              label={t('panel:why')}
              hint={t('panel:whyEffect')}
              maxLength={200}
              required
              value={reason}
              error={messageText(fault)}
              onChange={({ target }) => {
                setReason(target.value);
                setFault(undefined);
              }}
            />
          </div>
        )}
        <div className="form-actions">
          <button className="btn btn--primary" type="submit" aria-busy={status === 'LOADING' || undefined}>
            {t('panel:history.putBack')}
          </button>
          <button className="btn" type="button" onClick={onClose}>
            {t('panel:cancel')}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
