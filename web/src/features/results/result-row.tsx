/* eslint-disable jsx-a11y/no-interactive-element-to-noninteractive-role -- display: grid takes the native roles away on phones and in narrow places */
import { memo, type MouseEvent } from 'react';
import type { DocumentResult } from '@portal/proto/http/search-results';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from '../../ui/components/icon.js';
import { firstOf } from './results.rules.js';

interface ResultRowProps {
  document: DocumentResult;
  read: boolean;
  selected: boolean;
  checked: boolean;
  onSelect(docId: string): void;
  onCheck(docId: string, checked: boolean): void;
}

/** One record. The link in the row header is what keys reach; a click anywhere else in the row is a short cut. */
export const ResultRow = memo(function ResultRow(props: ResultRowProps) {
  const { document, read, selected, checked, onSelect, onCheck } = props;
  const t = useTexts();
  const { docId, displayDocNumber } = document;
  const select = (event: MouseEvent): void => {
    if (event.target instanceof HTMLInputElement) return;
    event.preventDefault();
    onSelect(docId);
  };
  return (
    <tr
      role="row"
      className={read && !selected ? 'is-read' : undefined}
      aria-current={selected || undefined}
      onClick={select}
    >
      <td role="cell">
        <input
          className="check"
          type="checkbox"
          aria-label={t('results:select', { document: displayDocNumber })}
          checked={checked}
          onChange={({ target }) => onCheck(docId, target.checked)}
        />
        {read && (
          <span className="read-mark">
            <Icon name="eye" small />
            <span className="sr">{t('results:read')}</span>
          </span>
        )}
      </td>
      <th role="rowheader" scope="row">
        <div className="line lead">
          <span className="text">{document.instrumentDescription}</span>
        </div>
        <div className="line">
          <a className="doc fig" href={`#${docId}`} data-document={docId}>
            {displayDocNumber}
          </a>
        </div>
      </th>
      <td role="cell" className="fig">
        <div className="line">{document.recordedDate}</div>
        <div className="line muted">{document.displayBookAndPage}</div>
      </td>
      <PartyCell document={document} />
      <LegalCell document={document} />
    </tr>
  );
});

interface CellLineProps {
  label: string;
  text: string | undefined;
  more: number;
  none: string;
  figures?: boolean;
}

function CellLine({ label, text, more, none, figures = false }: CellLineProps) {
  const t = useTexts();
  return (
    <div className={figures && text !== undefined ? 'line fig' : 'line'} data-label={label}>
      {text === undefined ? (
        <span className="none">
          –<span className="sr">{none}</span>
        </span>
      ) : (
        <span className="text">{text}</span>
      )}
      {more > 0 && (
        <>
          {' '}
          <span className="more">
            +{more}
            <span className="sr"> {t('results:more')}</span>
          </span>
        </>
      )}
    </div>
  );
}

function PartyCell({ document }: { document: DocumentResult }) {
  const t = useTexts();
  const grantor = firstOf(document.grantorSearchResults, document.grantorCount);
  const grantee = firstOf(document.granteeSearchResults, document.granteeCount);
  return (
    <td role="cell">
      <CellLine
        label={t('results:label.grantor')}
        text={grantor.first?.displayName}
        more={grantor.more}
        none={t('results:none.grantor')}
      />
      <CellLine
        label={t('results:label.grantee')}
        text={grantee.first?.displayName}
        more={grantee.more}
        none={t('results:none.grantee')}
      />
    </td>
  );
}

function LegalCell({ document }: { document: DocumentResult }) {
  const t = useTexts();
  const reference = firstOf(document.referenceDocumentSearchResults, document.referenceCount);
  const legal = firstOf(document.legalSearchResults, document.legalCount);
  return (
    <td role="cell">
      <CellLine
        label={t('results:label.reference')}
        text={reference.first?.displayDocNumber}
        more={reference.more}
        none={t('results:none.reference')}
        figures
      />
      <CellLine
        label={t('results:label.legal')}
        text={legal.first?.description}
        more={legal.more}
        none={t('results:none.legal')}
      />
    </td>
  );
}

/** A row whose batch is still on its way. */
export function PendingRow() {
  const t = useTexts();
  const lines = (first: string, second: string) => (
    <>
      <span className={`skeleton skeleton--${first}`} />
      <span className={`skeleton skeleton--${second}`} />
    </>
  );
  return (
    <tr role="row" className="is-pending">
      <td role="cell">
        <span className="skeleton skeleton--box" />
        <span className="sr">{t('ui:loading')}</span>
      </td>
      <th role="rowheader" scope="row">
        {lines('70', '50')}
        <span className="sr">{t('ui:loading')}</span>
      </th>
      <td role="cell">{lines('70', '50')}</td>
      <td role="cell">{lines('90', '70')}</td>
      <td role="cell">{lines('50', '90')}</td>
    </tr>
  );
}
