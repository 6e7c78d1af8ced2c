import type { SectionName, SectionValue } from '@portal/proto/config/sections';
import type { Choice, Span } from '../../../ui/components/fields.js';
import type { OwnControl } from './own-control.js';

/**
 * The description of a page of the control panel. It is plain data without React: `SectionForm` draws it, the search
 * over all settings reads its texts, and the history names changes by its labels. Texts are keys of the catalog, for
 * example 'panel:escrow.feeCode'. The rules of a section are not stated here: the page checks them with `checkSection`,
 * as the gateway and the service do.
 */
export interface PageDescription<N extends SectionName = SectionName> {
  readonly section: N;
  readonly title: string;
  /** One sentence under the title. */
  readonly lead: string;
  readonly groups: readonly Group<N>[];
  /** The public page that 'Preview' shows with the draft. */
  readonly preview?: 'home' | 'loginPage' | 'registration' | 'lockout';
  /** A question that the user must answer with Yes before anything is saved. */
  readonly saveQuestion?: string;
  /** The buttons that save, the main one first; the default is one button with the text 'Save'. */
  readonly saves?: readonly SaveButton<N>[];
}

export interface SaveButton<N extends SectionName> {
  readonly text: string;
  /** The button is shown while this condition holds. */
  readonly shownWhen?: Condition<FieldName<N>>;
  /** Sent with the section, for example `{ updateUsers: true }`. */
  readonly with?: Readonly<Record<string, unknown>>;
  /** Enter and Ctrl+S press this button instead of the main button, because the main button does more than save. */
  readonly byKey?: true;
}

/** Fields under one heading: in rows of twelve columns, or as a table. */
export type Group<N extends SectionName> = FieldGroup<N> | MatrixGroup<N>;

interface GroupTerms {
  readonly title: string;
  /** A sentence under the heading. */
  readonly lead?: string;
  /** A link to a related page: a path below /controlPanel, or a whole URL. */
  readonly link?: { readonly text: string; readonly to: string };
}

export interface FieldGroup<N extends SectionName> extends GroupTerms {
  readonly fields: readonly Field<N>[];
}

/** A table of controls; a control is named by its row and its column. */
export interface MatrixGroup<N extends SectionName> extends GroupTerms {
  readonly matrix: {
    readonly columns: readonly string[];
    readonly rows: readonly MatrixRow<N>[];
  };
}

export interface MatrixRow<N extends SectionName> {
  readonly label: string;
  /** The cells in the order of the columns; null leaves a cell empty. */
  readonly cells: readonly (MatrixCell<N> | null)[];
}

export type MatrixCell<N extends SectionName> = Pick<Field<N>, 'name' | 'control' | 'enabledWhen'>;

type FieldName<N extends SectionName> = keyof SectionValue<N> & string;

export interface Field<N extends SectionName> {
  /** A field of the section, or a value inside one: 'countyNotes.searchByName'. */
  readonly name: FieldName<N> | `${FieldName<N>}.${string}`;
  readonly label: string;
  /** A text above the control that says how to answer. */
  readonly help?: string;
  /** One sentence below the control: the effect of the setting or, for a public text, where the text appears. */
  readonly effect?: string;
  readonly control: Control;
  /** The control is disabled unless this condition holds; of several conditions, all must hold. */
  readonly enabledWhen?: Condition<FieldName<N>> | readonly Condition<FieldName<N>>[];
  /** Shown instead of `effect` while the control is disabled. */
  readonly whenDisabled?: string;
  /** Marks the field as required: always, or while a condition holds. The section's rules refuse an empty answer. */
  readonly required?: true | Condition<FieldName<N>>;
  /** Shown below the control while a condition holds (C4-27). */
  readonly note?: { readonly text: string; readonly when: Condition<FieldName<N>> };
  /** The number of columns, out of twelve, that the field takes; the default is the control's own width. */
  readonly span?: Span;
}

export interface Condition<F extends string = string> {
  readonly field: F;
  readonly is: boolean | string;
}

/** How a value is shown and typed. Text that is not a valid value stays as typed, with its fault beside it. */
export type Control =
  | SimpleControl
  | RowsControl
  /** A checkbox for one code of a list, checked if the list contains the code; `name` is the name of the list. */
  | { readonly kind: 'member'; readonly value: string }
  | OwnControl;

export type SimpleControl =
  | { readonly kind: 'text'; readonly width?: 'w-5' | 'w-10' | 'w-15' | 'w-30'; readonly most?: number }
  | { readonly kind: 'longText'; readonly most?: number; readonly lines?: number }
  /** A statement with a checkbox beside it. */
  | { readonly kind: 'box' }
  /** A select of Yes and No. */
  | { readonly kind: 'yesNo' }
  /** An amount in dollars; the section holds cents. With `blank`, an empty control means null instead of zero. */
  | { readonly kind: 'money'; readonly blank?: 'null' }
  /** A percentage; the section holds basis points. */
  | { readonly kind: 'percent' }
  /**
   * A whole number; `unit` is the text after the control. An empty control is refused with 'Required.', unless `blank`
   * says what it means.
   */
  | { readonly kind: 'number'; readonly unit?: string; readonly blank?: 'zero' | 'null' }
  | { readonly kind: 'segmented'; readonly choices: readonly Choice[] }
  | { readonly kind: 'select'; readonly choices: readonly Choice[]; readonly codes?: CodeListName };

/** Lists of the county's index (`shared/county.ts`). A select shows its own choices before the entries of the list. */
export type CodeListName = 'documentTypes' | 'instrumentGroups';

/** A list of rows, of variable or fixed length. The names of its columns are the fields of a row. */
export interface RowsControl {
  readonly kind: 'rows';
  readonly columns: readonly Column[];
  /** An empty row. Empty rows are not saved, unless the list has a fixed number of rows. */
  readonly blank: RowValue;
  /** Decides whether a row counts as empty. Without this function, a row is empty when it equals `blank`. */
  readonly isEmpty?: (row: RowValue) => boolean;
  /** The minimum number of rows. A form with fewer rows shows empty rows in addition. */
  readonly least: number;
  readonly most: number;
  /** The message when rows cannot be added, because the list would have more than `most` rows. */
  readonly full: string;
  /**
   * How many rows the button Add appends. Without this number, rows cannot be added, and the list always has `least`
   * rows.
   */
  readonly adds?: number;
  /** True if the first row cannot be removed (C4-09). */
  readonly keepsFirst?: true;
  /** True if rows have the buttons Up and Down. */
  readonly moves?: true;
  /** Puts the rows in order; the button has the text 'Organize'. */
  readonly organize?: (rows: readonly RowValue[]) => readonly RowValue[];
}

/** A row of a list as the section holds it. */
export type RowValue = Readonly<Record<string, unknown>>;

export interface Column {
  readonly name: string;
  readonly label: string;
  readonly control: SimpleControl;
  /** The cell is disabled unless this condition on other fields of the same row holds. */
  readonly enabledWhen?: Condition;
  /** The column takes the room that the other columns leave. */
  readonly wide?: true;
}
