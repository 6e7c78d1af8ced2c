import { useId, useState, type ChangeEvent, type KeyboardEvent } from 'react';
import { FieldFrame, type FieldTerms, useDescribedBy } from './fields.js';

export interface ComboOption {
  key: string;
  text: string;
}

interface ComboboxProps extends FieldTerms {
  name: string;
  value: string;
  /** The options that match the typed text. Without options, no list is shown. */
  options: readonly ComboOption[];
  /** Accessible name of the list. */
  listLabel: string;
  /** The first entry of the list, a hint that cannot be selected. */
  prompt: string;
  width?: string;
  /** Called for each edit; `deleting` is true when the text got shorter. */
  onType(text: string, deleting: boolean): void;
  onPick(key: string): void;
  onLeave?(): void;
}

const wasDeleted = ({ nativeEvent }: ChangeEvent<HTMLInputElement>): boolean =>
  nativeEvent instanceof InputEvent && nativeEvent.inputType.startsWith('delete');

/** The active option, and whether the list is open. New options open the list without an active option. */
const useList = (options: readonly ComboOption[]) => {
  const now = options.map(({ key }) => key).join('\n');
  const [{ of, active, open }, setState] = useState({ of: now, active: -1, open: now !== '' });
  const current = of === now ? { active, open } : { active: -1, open: now !== '' };
  return {
    ...current,
    activate: (index: number) => setState({ of: now, active: index, open: true }),
    close: () => setState({ of: now, active: -1, open: false }),
  };
};
type List = ReturnType<typeof useList>;

/** The option that a key leads to; arrows wrap around at the ends. */
const stepTo = (key: string, { active, open }: List, count: number): number | undefined => {
  if (key === 'ArrowDown') return active + 1 < count ? active + 1 : 0;
  if (key === 'ArrowUp') return active > 0 ? active - 1 : count - 1;
  if (key === 'Home' && open && active >= 0) return 0;
  if (key === 'End' && open && active >= 0) return count - 1;
  return undefined;
};

/**
 * A text field with a list of matches (APG combobox with a list popup). The focus stays in the text; arrows move
 * through the list, Enter selects, and Esc closes it.
 */
export function Combobox(props: ComboboxProps) {
  const { name, value, options, listLabel, prompt, width, onType, onPick, onLeave, ...frame } = props;
  const listId = useId();
  const list = useList(options);
  const idOf = (index: number): string => `${listId}-${index}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = options.length > 0 ? stepTo(event.key, list, options.length) : undefined;
    const chosen = list.open ? options[list.active] : undefined;
    if (to !== undefined) {
      event.preventDefault();
      list.activate(to);
      document.getElementById(idOf(to))?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      onPick(chosen.key);
    } else if (event.key === 'Escape' && list.open) {
      event.preventDefault();
      list.close();
    }
  };
  return (
    <FieldFrame id={name} {...frame}>
      <span className={width ? `combobox ${width}` : 'combobox'}>
        <input
          className="input"
          type="text"
          id={name}
          name={name}
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={list.open}
          aria-controls={listId}
          aria-activedescendant={list.open && list.active >= 0 ? idOf(list.active) : undefined}
          aria-required={frame.required || undefined}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={useDescribedBy(name, frame)}
          value={value}
          onChange={(event) => onType(event.target.value, wasDeleted(event))}
          onKeyDown={onKeyDown}
          onBlur={() => {
            list.close();
            onLeave?.();
          }}
        />
        <Options
          {...{ options, listLabel, prompt, idOf, onPick }}
          id={listId}
          open={list.open}
          active={list.active}
        />
      </span>
    </FieldFrame>
  );
}

interface OptionsProps extends Pick<ComboboxProps, 'options' | 'listLabel' | 'prompt' | 'onPick'> {
  id: string;
  open: boolean;
  active: number;
  idOf(index: number): string;
}

function Options({ id, open, active, options, listLabel, prompt, idOf, onPick }: OptionsProps) {
  return (
    <ul
      className="listbox"
      id={id}
      role="listbox"
      aria-label={listLabel}
      hidden={!open}
      // The focus stays in the text. The list would close if a click on its prompt or scroll bar took the focus.
      onMouseDown={(event) => event.preventDefault()}
    >
      {open && (
        <li className="listbox__prompt" role="option" aria-selected="false" aria-disabled="true">
          {prompt}
        </li>
      )}
      {open &&
        options.map(({ key, text }, index) => (
          <li
            key={key}
            id={idOf(index)}
            role="option"
            aria-selected={index === active}
            tabIndex={-1}
            onMouseDown={() => onPick(key)}
          >
            {text}
          </li>
        ))}
    </ul>
  );
}
