import type { SectionName } from '@portal/proto/config/sections';
import type { Condition, Control, Field, Group, MatrixGroup, PageDescription } from './page-description.js';

/** The description of a page, for code that does not care which section the page changes. */
export type AnyPage = PageDescription;

/** A field of a page, in a group or in a cell of a table. */
export interface DescribedField {
  /** The id of the field's control; links to the field use this id as their fragment. */
  readonly id: string;
  readonly name: string;
  /** Keys of the texts that name the field: one label, or the labels of its row and its column. */
  readonly labels: readonly string[];
  readonly control: Control;
  readonly enabledWhen: readonly Condition[];
  /** Keys of other texts that describe the field. */
  readonly words: readonly string[];
}

export const isMatrix = <N extends SectionName>(group: Group<N>): group is MatrixGroup<N> =>
  'matrix' in group;

/** The id of a control. All checkboxes of a list have the list's name, so each id ends in the code of its checkbox. */
export const idOf = (name: string, control: Control): string =>
  control.kind === 'member' ? `${name}-${control.value}` : name;

const conditionsOf = (when: Field<SectionName>['enabledWhen']): readonly Condition[] =>
  when === undefined ? [] : 'field' in when ? [when] : when;

/** Every field of a page, in the order of the page. */
export const fieldsOf = ({ groups }: AnyPage): DescribedField[] => groups.flatMap(fieldsOfGroup);

/** Every field of a group, in the order of the page. */
export function fieldsOfGroup(group: Group<SectionName>): DescribedField[] {
  if (!isMatrix(group))
    return group.fields.map(({ name, label, control, enabledWhen, help, effect }) => ({
      ...{ id: idOf(name, control), name, labels: [label], control },
      enabledWhen: conditionsOf(enabledWhen),
      words: [help, effect].filter((key) => key !== undefined),
    }));
  const { columns, rows } = group.matrix;
  return rows.flatMap(({ label, cells }) =>
    cells.flatMap((cell, at) =>
      cell === null
        ? []
        : [
            {
              ...{ id: idOf(cell.name, cell.control), name: cell.name, control: cell.control },
              labels: [label, columns[at] ?? ''],
              enabledWhen: conditionsOf(cell.enabledWhen),
              words: [],
            },
          ],
    ),
  );
}
