import { useEffect, useRef, type ComponentType, type FormEvent, type ReactNode } from 'react';
import type { CardFrame } from '@portal/proto/http/card-payments';
import { efileTypeCodes } from '@portal/proto/efile';
import type { SubmissionDetails } from '@portal/proto/http/submissions';
import { useMessageText, useTexts } from '../../shared/i18n/use-texts.js';
import { useRefusedInView } from '../../shared/refused-in-view.js';
import { useCounty } from '../../shared/state/selectors.js';
import { SelectField } from '../../ui/components/fields.js';
import { FormProblems } from '../../ui/components/form-problems.js';
import { Link } from '../../ui/components/link.js';
import { Notice } from '../../ui/components/notice.js';
import { Overlay } from '../../ui/components/overlay.js';
import { PageHead } from '../../ui/components/page-head.js';
import { useFieldError } from '../../ui/components/person-fields.js';
import { DocumentField } from './document-field.js';
import { useEfileOfferQuery } from './efile.api.js';
import { PriceQuestion } from './price-question.js';
import { SenderFields } from './sender-fields.js';
import { useEfile, type Efile } from './use-efile.js';
import './efile.css';

/**
 * The window with the card provider's page. The app passes the window in, because the window belongs to another
 * feature.
 */
export type CardWindow = ComponentType<{
  frame: CardFrame;
  title: string;
  amountLabel: string;
  onCancel(): void;
  onResponse(response: unknown): void;
}>;

/** /efile (B10-01 to B10-36). */
export function EfilePage({ CardWindow, actions }: { CardWindow: CardWindow; actions?: ReactNode }) {
  const t = useTexts();
  const offered = useCounty().efile.efile;
  return (
    <div className="content content--center stack">
      <PageHead title={t('access:efile.title')} lead={t(offered ? 'efile:lead' : 'efile:notOffered')}>
        <div className="page-head__actions">
          {actions}
          <Link className="btn" to="/submissions">
            {t('submissions:title')}
          </Link>
        </div>
      </PageHead>
      {offered && <EfileForm CardWindow={CardWindow} />}
    </div>
  );
}

interface EfileFormProps {
  CardWindow: CardWindow;
  /** An earlier submission to correct. The form starts with the values of that submission. */
  corrected?: SubmissionDetails;
}

export function EfileForm({ CardWindow, corrected }: EfileFormProps) {
  const t = useTexts();
  const { data } = useEfileOfferQuery();
  const statement = data?.statement ?? '';
  const efile = useEfile(statement !== '', corrected);
  const { form, told, question, frame, busy } = efile;
  const type = t(`efile:types.${form.getValues('efileType')}`);
  return (
    <>
      <Success text={told} />
      {data && data.countyNote !== '' && <p className="county-note">{data.countyNote}</p>}
      <Fields efile={efile} statement={statement} />
      {question && <PriceQuestion price={question} type={type} busy={busy} onAnswer={efile.answer} />}
      {frame && (
        <CardWindow
          frame={frame}
          title={t('efile:card.title')}
          amountLabel={t('efile:card.amount')}
          onCancel={efile.cardCancelled}
          onResponse={efile.cardDone}
        />
      )}
      {busy && <Overlay text={t('efile:submitting')} />}
    </>
  );
}

/** Shows the success message (B10-30) and focuses it, so that users need not look for it below an empty form. */
function Success({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (text !== '') place.current?.focus();
  }, [text]);
  return (
    <div ref={place} tabIndex={-1} className="told">
      {text !== '' && <Notice tone="success" title={text} />}
    </div>
  );
}

const labelled = ['name', 'email', 'address1', 'city', 'state', 'zip'] as const;

function Fields({ efile, statement }: { efile: Efile; statement: string }) {
  const t = useTexts();
  const textOf = useMessageText();
  const { form, file, fileFault, leaving, busy } = efile;
  const refused = useRefusedInView();
  const types = efileTypeCodes.map((value) => ({ value, text: t(`efile:types.${value}`) }));
  const labels = {
    image: t('efile:images'),
    ...Object.fromEntries(labelled.map((name) => [name, t(`efile:${name}`)])),
    acknowledged: t('efile:statement'),
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!leaving && !busy) efile.submit();
  };
  return (
    <form className="form" noValidate onSubmit={submit} onChange={() => form.clearErrors()}>
      <FormProblems
        form={form}
        labels={labels}
        besides={fileFault === undefined ? {} : { image: fileFault }}
      />
      <div className="form-row">
        <SelectField
          {...form.register('efileType')}
          label={t('efile:type')}
          choices={types}
          span={6}
          required
        />
      </div>
      <DocumentField file={file} error={textOf(fileFault)} leaving={leaving} onFile={efile.chooseFile} />
      <SenderFields form={form} />
      {statement !== '' && <Statement efile={efile} statement={statement} />}
      <p className="small muted">{t('efile:priceNote')}</p>
      <div className="form-actions">
        <button
          className="btn btn--primary"
          type="submit"
          aria-disabled={leaving !== undefined || undefined}
          {...refused}
        >
          {t('efile:submit')}
        </button>
        <button
          className="btn btn--quiet"
          type="button"
          disabled={leaving !== undefined}
          onClick={efile.clear}
        >
          {t('efile:clear')}
        </button>
      </div>
    </form>
  );
}

/** The county's statement, and the checkbox with which the sender accepts the statement (B10-03). */
function Statement({ efile: { form }, statement }: { efile: Efile; statement: string }) {
  const t = useTexts();
  const error = useFieldError(form)('acknowledged');
  return (
    <section className="form-section" aria-labelledby="efile-statement">
      <h2 id="efile-statement">{t('efile:statement')}</h2>
      <p className="statement" id="statement-text">
        {statement}
      </p>
      <label className="choice" htmlFor="acknowledged">
        <input
          {...form.register('acknowledged')}
          className="check"
          type="checkbox"
          id="acknowledged"
          aria-required
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? 'statement-text' : 'statement-text acknowledged-error'}
        />{' '}
        {t('efile:agree')}
      </label>
      {error !== undefined && (
        <span className="field-error" id="acknowledged-error">
          {error}
        </span>
      )}
    </section>
  );
}
