import { useState } from 'react';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { AccountPicker, UserPicker } from '../ui/components/code-picker.js';
import { DateField } from '../ui/components/date-field.js';
import { Dialog } from '../ui/components/dialog.js';
import { EmptyState } from '../ui/components/empty-state.js';
import {
  CheckboxField,
  FileField,
  KindField,
  LabelField,
  LookupField,
  type FieldKind,
} from '../ui/components/field-kinds.js';
import { SegmentedField, SelectField, TextField } from '../ui/components/fields.js';
import { MessageDialog } from '../ui/components/message-dialog.js';
import { Notice } from '../ui/components/notice.js';
import { Overlay } from '../ui/components/overlay.js';
import { Pagination } from '../ui/components/pagination.js';
import { RadioField } from '../ui/components/radio-field.js';

const choices = [
  { value: 'a', text: 'First answer' },
  { value: 'b', text: 'Second answer' },
];

/** Every component in its states, for development; the build leaves this page out. */
export function Gallery() {
  return (
    <div className="content stack">
      <h1 tabIndex={-1}>Components</h1>
      <Fields />
      <Kinds />
      <Pickers />
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

const kinds: FieldKind[] = [
  'text',
  'password',
  'zip',
  'tel',
  'tel_international',
  'email',
  'number',
  'minute',
];

/** Every kind of field that a form can have (B1-017). */
function Kinds() {
  return (
    <form className="form" noValidate>
      <div className="form-row">
        {kinds.map((kind) => (
          <KindField kind={kind} name={kind} label={kind} span={3} key={kind} />
        ))}
      </div>
      <RadioField name="radio" label="Radio" choices={choices} />
      <CheckboxField name="checkbox" label="Checkbox" />
      <div className="form-row">
        <FileField name="file" label="File" span={5} />
        <LookupField name="lookup" label="Lookup" lookup="Choose" span={4} onLookup={() => undefined} />
      </div>
      <LabelField label="Label">Its value</LabelField>
      <div className="form-actions">
        <button className="btn btn--primary" type="submit">
          Submit
        </button>
        <button className="btn" type="reset">
          Reset
        </button>
        <button className="btn" type="button">
          Button
        </button>
      </div>
    </form>
  );
}

/** The pickers of users and accounts (B7-09 to B7-13). */
function Pickers() {
  const [open, setOpen] = useState<'user' | 'account'>();
  const [picked, setPicked] = useState<CodeDescription>();
  const close = (): void => setOpen(undefined);
  const pick = (row: CodeDescription): void => {
    setPicked(row);
    close();
  };
  return (
    <div className="toolbar">
      <button className="btn" type="button" onClick={() => setOpen('user')}>
        Users
      </button>
      <button className="btn" type="button" onClick={() => setOpen('account')}>
        Accounts
      </button>
      {picked && <output>{`${picked.code} ${picked.description}`}</output>}
      {open === 'user' && <UserPicker onPick={pick} onClose={close} />}
      {open === 'account' && <AccountPicker onPick={pick} onClose={close} />}
    </div>
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
