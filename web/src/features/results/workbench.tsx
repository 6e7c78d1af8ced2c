import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { recordId, type RecordOf } from '@portal/proto/http/search-results';
import type { ResultKind } from '@portal/proto/http/search-types';
import { showAlert } from '../../shared/alerts.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { openImages } from '../../shared/image-request.js';
import { DetailPane } from './detail-pane.js';
import type { ResultView } from './result-view.js';
import { useRecordFocus } from './use-record-focus.js';
import { useRecordKeys } from './use-record-keys.js';
import { useSteps, type StepTerms } from './use-steps.js';

const KeysCard = lazy(async () => ({ default: (await import('./keys-card.js')).KeysCard }));

interface WorkbenchProps<K extends ResultKind> extends StepTerms<K> {
  view: ResultView<K>;
  onClose(): void;
}

/** The details of the selected record, steps to other records, and keyboard shortcuts. Loaded after the list. */
export function Workbench<K extends ResultKind>({ view, onClose, ...terms }: WorkbenchProps<K>) {
  const t = useTexts();
  const { address, page, onSelect } = terms;
  const [helping, setHelping] = useState(false);
  const steps = useSteps(terms);
  const { selected } = address;
  const row = page?.records.find((record: RecordOf<K>) => recordId(record) === selected);
  useRecordFocus(selected);
  /** The record that the user leaves by a step in the image window; undefined when no step is under way. */
  const leaving = useRef<string>(undefined);
  const showImages = (id: string, record: RecordOf<K> | undefined): void =>
    openImages({
      documentKey: id,
      instrumentCode: record ? view.images.instrumentCode(record) : '',
      steps: {
        ...steps,
        go: (by) => {
          leaving.current = id;
          steps.go(by);
        },
      },
      // forgets a step that still waits for the next page, so that it does not open the image window again
      onClosed: () => (leaving.current = undefined),
    });
  useEffect(() => {
    if (leaving.current === undefined || !selected || leaving.current === selected || !row) return;
    leaving.current = undefined;
    showImages(selected, row);
  });
  const nothingSelected = (): void => void showAlert(t(view.images.nothingSelected), 'INFO');
  useRecordKeys({ selected, onSelect, onStep: steps.go, onHelp: () => setHelping(true), nothingSelected });
  return (
    <>
      <DetailPane
        {...{ view, id: selected, row, steps, onClose }}
        onImages={showImages}
        onKeys={() => setHelping(true)}
        nothingSelected={nothingSelected}
      />
      <Suspense>{helping && <KeysCard onClose={() => setHelping(false)} />}</Suspense>
    </>
  );
}
