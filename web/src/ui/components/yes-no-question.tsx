import { MessageDialog } from './message-dialog.js';

export interface YesNoQuestionProps {
  text: string;
  /** A sentence that says what happens after Yes. */
  advice?: string;
  yes: string;
  no: string;
  onYes(): void;
  onClose(): void;
}

/** A question before an action that is hard to undo. */
export function YesNoQuestion({ text, advice, yes, no, onYes, onClose }: YesNoQuestionProps) {
  return (
    <MessageDialog tone="WARNING" text={text} {...(advice !== undefined && { advice })} onClose={onClose}>
      <button className="btn" type="button" onClick={onClose}>
        {no}
      </button>
      <button
        className="btn btn--primary"
        type="button"
        onClick={() => {
          onClose();
          onYes();
        }}
      >
        {yes}
      </button>
    </MessageDialog>
  );
}
