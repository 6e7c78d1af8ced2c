import type { ReactNode } from 'react';
import { Dialog } from './dialog.js';
import { DialogButton } from './dialog-button.js';

interface FormDialogProps {
  title: string;
  subtitle?: string;
  /** Id of the form. */
  form: string;
  cancelText: string;
  submitText: string;
  busy: boolean;
  onCancel(): void;
  onSubmit(): void;
  children: ReactNode;
}

/** A small window with a form, a button to close it, and a submit button. */
export function FormDialog(props: FormDialogProps) {
  const { title, subtitle, form, cancelText, submitText, busy, onCancel, onSubmit, children } = props;
  return (
    <Dialog
      title={title}
      {...(subtitle !== undefined && { subtitle })}
      busy={busy}
      onClose={onCancel}
      foot={
        <>
          <DialogButton busy={busy} onPress={onCancel}>
            {cancelText}
          </DialogButton>
          <button className="btn btn--primary" type="submit" form={form} aria-busy={busy || undefined}>
            {submitText}
          </button>
        </>
      }
    >
      <form
        className="form"
        id={form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!busy) onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
}
