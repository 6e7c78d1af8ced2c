import { useEffect, useRef, useState, type FormEvent } from 'react';
import type { SectionName } from '@portal/proto/config/sections';
import { messageText } from '../../../shared/i18n/translate.js';
import { useTexts } from '../../../shared/i18n/use-texts.js';
import { useNewAnswer } from '../../../shared/use-new-answer.js';
import { usePageTitle } from '../../../shared/use-page-title.js';
import { EmptyState } from '../../../ui/components/empty-state.js';
import { ErrorSummary } from '../../../ui/components/error-summary.js';
import { Icon } from '../../../ui/components/icon.js';
import { MessageDialog } from '../../../ui/components/message-dialog.js';
import { Notice } from '../../../ui/components/notice.js';
import { labelOf } from './changes.rules.js';
import { ConflictView } from './conflict-view.js';
import { fieldsOf, type AnyPage } from './described-fields.js';
import { holds } from './draft.rules.js';
import { EffectivePart } from './effective-part.js';
import { HistoryPanel } from './history-panel.js';
import { LeaveGuard } from '../../../ui/components/leave-guard.js';
import { PageHead } from '../../../ui/components/page-head.js';
import type { PageDescription } from './page-description.js';
import { PlannedChanges, usePlans } from './planned-changes.js';
import { PreviewButton } from './preview-button.js';
import { SectionFields } from './section-fields.js';
import { useSectionQuery, type OpenedSection } from './section-form.api.js';
import { useSectionForm, type PageButton, type SectionFormInHand } from './use-section-form.js';
import './section-form.css';

/** A page of the control panel: opens its section, and draws what its description says. */
export function SectionForm<N extends SectionName>({ page: described }: { page: PageDescription<N> }) {
  // field names are type-checked where the page is described; here they are plain paths
  const page = described as unknown as AnyPage;
  const t = useTexts();
  usePageTitle(t(page.title));
  const { opened, isError, refetch } = useOpened(page.section);
  // a failed reload, for example after a refused save, must not remove the form with what is typed
  if (isError && !opened)
    return (
      <div className="content content--form stack">
        <h1 tabIndex={-1}>{t(page.title)}</h1>
        <EmptyState icon="error" title={t('panel:notLoaded')}>
          <button className="btn" type="button" onClick={() => void refetch()}>
            {t('panel:loadAgain')}
          </button>
        </EmptyState>
      </div>
    );
  if (!opened)
    return (
      <p className="sr" role="status">
        {t('ui:loading')}
      </p>
    );
  return <OpenedPage key={page.section} page={page} start={opened} />;
}

/** The section. Waits for its newest version, because the start page may have read an older version. */
function useOpened(section: SectionName) {
  const query = useSectionQuery(section, { refetchOnMountOrArgChange: true });
  const { isError, refetch } = query;
  return { opened: useNewAnswer(query), isError, refetch };
}

function OpenedPage({ page, start }: { page: AnyPage; start: OpenedSection }) {
  const t = useTexts();
  const { plans, refetch } = usePlans(page);
  const form = useSectionForm(page, start, () => void refetch());
  const [showsHistory, setShowsHistory] = useState(false);
  const historyButton = useRef<HTMLButtonElement>(null);
  const closeHistory = (): void => {
    setShowsHistory(false);
    historyButton.current?.focus();
  };
  return (
    <div className={showsHistory ? 'section-page section-page--history' : 'section-page'}>
      <LeaveGuard isDirty={form.inHand.isDirty} />
      <div className="section-page__form content content--form stack">
        <PageHead title={t(page.title)} lead={t(page.lead)}>
          <div className="page-head__actions">
            {page.preview && <PreviewButton page={page} preview={page.preview} form={form} />}
            <button
              className="btn"
              type="button"
              ref={historyButton}
              aria-expanded={showsHistory}
              onClick={() => setShowsHistory(!showsHistory)}
            >
              <Icon name="clock" /> {t('panel:history.title')}
            </button>
          </div>
        </PageHead>
        <PlannedChanges
          {...{ page, plans, current: form.opened.value, onDone: form.tell }}
          onFailed={() => void refetch()}
        />
        {form.conflict ? (
          // a later conflict has new values and so a new key, which makes React forget what the user chose before
          <ConflictView key={form.conflict.theirs.version} page={page} conflict={form.conflict} form={form} />
        ) : (
          <Answers page={page} form={form} />
        )}
      </div>
      {showsHistory && <HistoryPanel page={page} form={form} onClose={closeHistory} />}
    </div>
  );
}

/** Saves on Ctrl+S, or on Cmd+S on a Mac. */
const useSaveKey = (save: () => void): void => {
  const latest = useRef(save);
  useEffect(() => {
    latest.current = save;
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() !== 's' || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      if (!document.querySelector('dialog[open]')) latest.current();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
};

function Answers({ page, form }: { page: AnyPage; form: SectionFormInHand }) {
  const t = useTexts();
  const { inHand, status, told, isPart } = form;
  const [asked, setAsked] = useState<PageButton>();
  const buttons = buttonsOf(page, form);
  const submit = (button: PageButton): void => {
    const isDone = status === 'SUCCESS' && button.text === form.savedBy;
    if (status === 'LOADING' || isDone || !form.check()) return;
    if (page.saveQuestion) setAsked(button);
    else void form.save(button);
  };
  const [main = { text: 'panel:save' }] = buttons;
  const keyed = buttons.find(({ byKey }) => byKey) ?? main;
  useSaveKey(() => submit(keyed));
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    submit(keyed);
  };
  return (
    <>
      {told !== '' && <Notice tone={isPart ? 'warning' : 'success'} title={told} />}
      <Problems page={page} form={form} />
      <form className="form" noValidate onSubmit={onSubmit} aria-label={t(page.title)}>
        <SectionFields page={page} draft={inHand.draft} faults={inHand.faults} set={inHand.set} />
        {form.isMoney && <EffectivePart form={form} />}
        <div className="form-actions section-actions">
          {buttons.map((button, at) => (
            <button
              key={button.text}
              className={at === 0 ? 'btn btn--primary' : 'btn'}
              type={button.text === keyed.text ? 'submit' : 'button'}
              aria-busy={status === 'LOADING' || undefined}
              {...(button.text !== keyed.text && { onClick: () => submit(button) })}
            >
              {t(status === 'LOADING' && at === 0 ? 'panel:saving' : button.text)}
            </button>
          ))}
          <button className="btn" type="button" onClick={form.undo}>
            {t('panel:undo')}
          </button>
          {status === 'SUCCESS' && (
            <span className="form-actions__status">
              <Icon name="check-circle" /> {t('panel:saved')}
            </span>
          )}
          <span className="small muted no-phone">{t('panel:saveKey')}</span>
        </div>
      </form>
      {asked && page.saveQuestion && (
        <SaveQuestion
          text={t(page.saveQuestion)}
          onNo={() => setAsked(undefined)}
          onYes={() => {
            setAsked(undefined);
            void form.save(asked);
          }}
        />
      )}
    </>
  );
}

const buttonsOf = (page: AnyPage, { inHand }: SectionFormInHand): readonly PageButton[] =>
  (page.saves ?? [{ text: 'panel:save' }]).filter(
    ({ shownWhen }) => shownWhen === undefined || holds([shownWhen], inHand.draft),
  );

/** Lists all faults above the form, each with a link to its field. */
function Problems({ page, form: { inHand } }: { page: AnyPage; form: SectionFormInHand }) {
  const t = useTexts();
  const labels: Record<string, string> = { reason: t('panel:why'), date: t('panel:effective.date') };
  const problems = Object.entries(inHand.faults).map(([path, fault]) => {
    const field = fieldsOf(page).find(({ name }) => path === name || path.startsWith(`${name}.`));
    const [row] = field ? (/\d+/.exec(path.slice(field.name.length)) ?? []) : [];
    const name = field ? labelOf(t, field) : (labels[path] ?? '');
    const label = row === undefined ? name : t('panel:rowOf', { label: name, n: Number(row) + 1 });
    const id = field && path === field.name ? field.id : path;
    return { field: id, text: t('forms:problemOf', { label, text: messageText(t, fault) }) };
  });
  if (problems.length === 0) return null;
  return (
    <ErrorSummary
      key={inHand.shownFaults}
      title={t('forms:problem', { count: problems.length })}
      problems={problems}
    />
  );
}

function SaveQuestion({ text, onNo, onYes }: { text: string; onNo(): void; onYes(): void }) {
  const t = useTexts();
  return (
    <MessageDialog tone="WARNING" text={text} onClose={onNo}>
      <button className="btn" type="button" onClick={onNo}>
        {t('panel:no')}
      </button>
      <button className="btn btn--primary" type="button" onClick={onYes}>
        {t('panel:yes')}
      </button>
    </MessageDialog>
  );
}
