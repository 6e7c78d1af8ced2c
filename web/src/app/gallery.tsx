import { useState } from 'react';
import { DateField } from '../ui/components/date-field.js';
import { Dialog } from '../ui/components/dialog.js';
import { EmptyState } from '../ui/components/empty-state.js';
import { SegmentedField, SelectField, TextField } from '../ui/components/fields.js';
import { MessageDialog } from '../ui/components/message-dialog.js';
import { Notice } from '../ui/components/notice.js';
import { Overlay } from '../ui/components/overlay.js';
import { Pagination } from '../ui/components/pagination.js';

const choices = [
  { value: 'a', text: 'First answer' },
  { value: 'b', text: 'Second answer' },
];

/** Every component in its states, for whoever works on them; the build leaves this page out. */
export function Gallery() {
  return (
    <div className="content stack">
      <h1 tabIndex={-1}>Components</h1>
      <Fields />
      <Notice tone="success" title="Done." />
      <Notice tone="warning" title="There are insufficient funds." />
      <Notice tone="error" title="An unexpected error 101 has occurred." />
      <Notice tone="info" title="You have already purchased these pages." />
      <EmptyState icon="document" title="Click on a record to view details and images" />
      <EmptyState icon="error" failed title="The details could not be loaded." />
      <Pages />
      <Windows />
    </div>
  );
}

function Fields() {
  const [date, setDate] = useState('02/30/2020');
  return (
    <form className="form" noValidate>
      <div className="form-row">
        <TextField name="plain" label="Plain" span={4} />
        <TextField name="wrong" label="Wrong" required error="Required." span={4} />
        <SelectField name="select" label="Select" choices={choices} span={4} />
      </div>
      <div className="form-row">
        <SegmentedField name="segments" label="Segments" choices={choices} defaultChecked span={7} />
        <DateField
          name="date"
          label="Date"
          value={date}
          error="Enter a date that exists, as MM/DD/YYYY."
          today="2026-11-21"
          locale="en-US"
          onChange={setDate}
        />
      </div>
    </form>
  );
}

function Pages() {
  const [page, setPage] = useState(16);
  return (
    <Pagination label="Pages" page={page} pages={40} visible={10} visited={[14, 15, 16]} onPage={setPage} />
  );
}

function Windows() {
  const [open, setOpen] = useState<'dialog' | 'alert' | 'overlay'>();
  const close = (): void => setOpen(undefined);
  const showOverlay = (): void => {
    setOpen('overlay');
    setTimeout(close, 2_000);
  };
  return (
    <div className="toolbar">
      <button className="btn" type="button" onClick={() => setOpen('dialog')}>
        Dialog
      </button>
      <button className="btn" type="button" onClick={() => setOpen('alert')}>
        Alert
      </button>
      <button className="btn" type="button" onClick={showOverlay}>
        Overlay
      </button>
      {open === 'dialog' && (
        <Dialog title="A dialog" closeText="Close" onClose={close}>
          <p>Its body.</p>
        </Dialog>
      )}
      {open === 'alert' && (
        <MessageDialog tone="WARNING" text="There are no pages selected." onClose={close}>
          <button className="btn btn--primary" type="button" onClick={close}>
            Close
          </button>
        </MessageDialog>
      )}
      {open === 'overlay' && <Overlay text="Loading" />}
    </div>
  );
}
