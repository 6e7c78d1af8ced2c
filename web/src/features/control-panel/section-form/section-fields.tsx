import { useEffect, useState, type ComponentType } from 'react';
import type { SectionFaults } from '@portal/proto/config/section-faults';
import type { SectionName } from '@portal/proto/config/sections';
import { useMessageText, useTexts } from '../../../shared/i18n/use-texts.js';
import { Link } from '../../../ui/components/link.js';
import { Cell, ColumnHead, Row, RowHead, Table, TableBody, TableHead } from '../../../ui/components/table.js';
import { ControlInput } from './control-input.js';
import { idOf, isMatrix } from './described-fields.js';
import { holds, rowsAt, type Draft } from './draft.rules.js';
import type { OwnControl, OwnControlProps } from './own-control.js';
import type { Condition, Control, Field, Group, MatrixGroup, PageDescription } from './page-description.js';
import { RowsEditor } from './rows-editor.js';
import { valueAt } from './values.rules.js';

interface FieldsProps {
  draft: Draft;
  faults: SectionFaults;
  set(path: string, value: unknown): void;
}

/** The groups of a page, in the order of the page's description. */
export function SectionFields({ page, ...props }: FieldsProps & { page: PageDescription }) {
  return page.groups.map((group) => <GroupPart key={group.title} group={group} {...props} />);
}

function GroupPart({ group, ...props }: FieldsProps & { group: Group<SectionName> }) {
  const t = useTexts();
  const headingId = `group-${group.title.replace(/\W/g, '-')}`;
  return (
    <section className="form-section" aria-labelledby={headingId}>
      <h2 id={headingId}>{t(group.title)}</h2>
      {group.lead && <p className="hint">{t(group.lead)}</p>}
      {isMatrix(group) ? (
        <Matrix group={group} labelledBy={headingId} {...props} />
      ) : (
        lined(group.fields).map((line) => (
          <div className="form-row" key={line.map(({ name, control }) => idOf(name, control)).join(' ')}>
            {line.map((field) => (
              <FieldPart
                {...props}
                key={idOf(field.name, field.control)}
                field={field}
                faults={isFirst(field, group.fields) ? props.faults : {}}
              />
            ))}
          </div>
        ))
      )}
      {group.link && (
        <p>
          <Link to={group.link.to}>{t(group.link.text)}</Link>
        </p>
      )}
    </section>
  );
}

/** True unless an earlier box belongs to the same list, so that a message about the list is shown once. */
const isFirst = (field: Field<SectionName>, fields: readonly Field<SectionName>[]): boolean =>
  fields.find(({ name }) => name === field.name) === field;

/** Divides the fields into lines of twelve columns. Fields on a line align their labels, hints, controls and errors. */
function lined(fields: readonly Field<SectionName>[]): Field<SectionName>[][] {
  const lines: Field<SectionName>[][] = [];
  let used = 12;
  for (const field of fields) {
    const { span = 12 } = field;
    if (used + span > 12) {
      lines.push([]);
      used = 0;
    }
    lines.at(-1)?.push(field);
    used += span;
  }
  return lines;
}

const conditionsOf = (when: Field<SectionName>['enabledWhen']): readonly Condition[] =>
  when === undefined ? [] : 'field' in when ? [when] : when;

interface FieldPartProps extends FieldsProps {
  field: Field<SectionName>;
}

/** The props that every kind of control gets from its field. */
function useFieldTerms({ field, draft, faults }: FieldPartProps) {
  const t = useTexts();
  const messageText = useMessageText();
  const { name, control, label, help, effect, whenDisabled, required, note } = field;
  const id = idOf(name, control);
  const disabled = !holds(conditionsOf(field.enabledWhen), draft);
  const below = disabled && whenDisabled !== undefined ? whenDisabled : effect;
  const error = messageText(faults[name]);
  return {
    ...{ id, disabled, error, label: t(label) },
    help: help && t(help),
    effect: below && t(below),
    // the live region exists before its note, so that screen readers announce the note
    note: note && (holds([note.when], draft) ? t(note.text) : ''),
    required: required === true || (required !== undefined && holds([required], draft)),
    describedBy:
      [help && `${id}-help`, error && `${id}-error`, below && `${id}-effect`].filter(Boolean).join(' ') ||
      undefined,
  };
}
type FieldTerms = ReturnType<typeof useFieldTerms>;

function FieldPart(props: FieldPartProps) {
  const { field, draft, faults, set } = props;
  const terms = useFieldTerms(props);
  const { control, name } = field;
  const change = (value: unknown): void => set(name, value);
  if (control.kind === 'rows')
    return (
      <div className="field-block">
        <RowsEditor
          {...{ name, control, faults, set, disabled: terms.disabled, caption: terms.label }}
          rows={rowsAt(draft, name)}
        />
        <Below terms={terms} />
      </div>
    );
  if (control.kind === 'own')
    return (
      <div className="field-block">
        <OwnPart {...{ control, terms, faults, name, change }} value={valueAt(draft, name)} />
        <Below terms={terms} />
      </div>
    );
  if (control.kind === 'member' || control.kind === 'box')
    return <BoxPart {...{ control, terms, change }} value={valueAt(draft, name)} />;
  const { id, label, help, required, disabled, error, describedBy } = terms;
  const isGroup = control.kind === 'segmented';
  const labelId = `${id}-label`;
  return (
    <div className={`field c-${field.span ?? 12}`}>
      <LabelPart {...{ id, label, required }} {...(isGroup && { labelId })} />
      {help && (
        <span className="hint" id={`${id}-help`}>
          {help}
        </span>
      )}
      <ControlInput
        {...{ id, control, disabled, required, describedBy }}
        invalid={error !== undefined}
        value={valueAt(draft, name)}
        labelledBy={labelId}
        onChange={change}
      />
      <Below terms={terms} />
    </div>
  );
}

interface LabelPartProps {
  id: string;
  label: string;
  required: boolean;
  /**
   * The id of the label of a group of controls; the group refers to its label by this id. Not set for a single control,
   * because its label refers to the control.
   */
  labelId?: string;
}

function LabelPart({ id, label, required, labelId }: LabelPartProps) {
  const star = required && (
    <span className="required" aria-hidden="true">
      {' *'}
    </span>
  );
  return labelId ? (
    <span className="label" id={labelId}>
      {label}
      {star}
    </span>
  ) : (
    <label className="label" htmlFor={id}>
      {label}
      {star}
    </label>
  );
}

/** The texts below a control: the error, the effect of the setting, and the note. */
function Below({ terms: { id, error, effect, note } }: { terms: FieldTerms }) {
  if (!error && !effect && note === undefined) return null;
  return (
    <div className="below">
      {error && (
        <span className="field-error" id={`${id}-error`}>
          {error}
        </span>
      )}
      {effect && (
        <span className="hint" id={`${id}-effect`}>
          {effect}
        </span>
      )}
      {note !== undefined && (
        <span className="hint strong" role="status">
          {note}
        </span>
      )}
    </div>
  );
}

interface BoxPartProps {
  control: Control;
  terms: FieldTerms;
  value: unknown;
  change(value: unknown): void;
}

/** A checkbox with its statement. A checkbox of a list adds its code to the list or removes it. */
function BoxPart({ control, terms, value, change }: BoxPartProps) {
  const { id, label, disabled, describedBy } = terms;
  return (
    <div className="field-block">
      <label className="choice" htmlFor={id}>
        <MemberBox {...{ id, control, value, disabled, describedBy, change }} /> {label}
      </label>
      <Below terms={terms} />
    </div>
  );
}

interface MemberBoxProps {
  id: string;
  control: Control;
  value: unknown;
  disabled: boolean;
  label?: string;
  describedBy?: string | undefined;
  change(value: unknown): void;
}

function MemberBox({ id, control, value, disabled, label, describedBy, change }: MemberBoxProps) {
  const isMember = control.kind === 'member';
  const list = Array.isArray(value) ? (value as unknown[]) : [];
  const onChange = (on: unknown): void => {
    if (!isMember) return change(on);
    const others = list.filter((code) => code !== control.value);
    change(on === true ? [...others, control.value] : others);
  };
  return (
    <ControlInput
      {...{ id, disabled, describedBy, label, onChange }}
      control={{ kind: 'box' }}
      value={isMember ? list.includes(control.value) : value}
    />
  );
}

interface OwnPartProps {
  control: OwnControl;
  terms: FieldTerms;
  faults: SectionFaults;
  name: string;
  value: unknown;
  change(value: unknown): void;
}

function OwnPart({ control: { load }, terms, faults, name, value, change }: OwnPartProps) {
  const messageText = useMessageText();
  const [Own, setOwn] = useState<ComponentType<OwnControlProps>>();
  useEffect(() => {
    let isThere = true;
    void load().then((module) => {
      if (isThere) setOwn(() => module.default);
    });
    return () => {
      isThere = false;
    };
  }, [load]);
  if (!Own) return null;
  return (
    <Own
      id={terms.id}
      label={terms.label}
      disabled={terms.disabled}
      value={value}
      onChange={change}
      errorOf={(below) => messageText(faults[below === '' ? name : `${name}.${below}`])}
    />
  );
}

interface MatrixProps extends FieldsProps {
  group: MatrixGroup<SectionName>;
  labelledBy: string;
}

/** Controls in rows and columns; on a phone each row is a block of its own. */
function Matrix({ group: { matrix }, labelledBy, draft, faults, set }: MatrixProps) {
  const t = useTexts();
  const messageText = useMessageText();
  return (
    <Table className="table table--plain matrix" aria-labelledby={labelledBy}>
      <TableHead>
        <Row>
          <ColumnHead>
            <span className="sr">{t('panel:setting')}</span>
          </ColumnHead>
          {matrix.columns.map((column) => (
            <ColumnHead key={column}>{t(column)}</ColumnHead>
          ))}
        </Row>
      </TableHead>
      <TableBody>
        {matrix.rows.map(({ label, cells }) => (
          <Row key={label}>
            <RowHead>{t(label)}</RowHead>
            {matrix.columns.map((column, at) => {
              const cell = cells[at];
              if (!cell) return <Cell key={column} className="is-blank" />;
              const { name, control, enabledWhen } = cell;
              const id = idOf(name, control);
              const disabled = !holds(conditionsOf(enabledWhen), draft);
              const error = messageText(faults[name]);
              const terms = {
                ...{ id, disabled, label: `${t(label)}, ${t(column)}`, value: valueAt(draft, name) },
                describedBy: error && `${id}-error`,
              };
              const change = (value: unknown): void => set(name, value);
              return (
                <Cell key={column} data-label={t(column)}>
                  {control.kind === 'member' || control.kind === 'box' ? (
                    <MemberBox {...terms} control={control} change={change} />
                  ) : (
                    control.kind !== 'rows' &&
                    control.kind !== 'own' && (
                      <ControlInput
                        {...terms}
                        control={control}
                        invalid={error !== undefined}
                        onChange={change}
                      />
                    )
                  )}
                  {error && (
                    <span className="field-error" id={`${id}-error`}>
                      {error}
                    </span>
                  )}
                </Cell>
              );
            })}
          </Row>
        ))}
      </TableBody>
    </Table>
  );
}
