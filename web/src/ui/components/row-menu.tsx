import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { Icon } from './icon.js';

export interface MenuEntry {
  text: string;
  icon?: string;
  /** True for an action that cannot be undone; the entry opens a question first. */
  danger?: boolean;
  onSelect(): void;
}

interface RowMenuProps {
  /** Accessible name of the menu and of its button, for example 'More actions for a.quillfeather'. */
  label: string;
  entries: readonly MenuEntry[];
}

/** Arrows move between the entries; Esc and Tab close the menu. */
const onMenuKey = (event: KeyboardEvent<HTMLElement>, close: () => void): void => {
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = entries.findIndex((entry) => entry === document.activeElement);
  const last = entries.length - 1;
  const to: Record<string, number> = {
    ArrowDown: at === last ? 0 : at + 1,
    ArrowUp: at <= 0 ? last : at - 1,
    Home: 0,
    End: last,
  };
  const next = to[event.key];
  event.stopPropagation();
  if (next !== undefined) entries[next]?.focus();
  else if (event.key === 'Escape' || event.key === 'Tab') close();
  else return;
  event.preventDefault();
};

/** The menu with further actions on a row. */
export function RowMenu({ label, entries }: RowMenuProps) {
  const [open, setOpen] = useState(false);
  const anchor = useRef<HTMLSpanElement>(null);
  const close = (): void => {
    setOpen(false);
    anchor.current?.querySelector('button')?.focus();
  };
  useEffect(() => {
    if (!open) return undefined;
    anchor.current?.querySelector<HTMLElement>('[role=menuitem]')?.focus();
    const onDown = ({ target }: PointerEvent): void => {
      if (target instanceof Node && !anchor.current?.contains(target)) setOpen(false);
    };
    document.addEventListener('pointerdown', onDown);
    return () => document.removeEventListener('pointerdown', onDown);
  }, [open]);
  if (entries.length === 0) return null;
  return (
    <span className="menu-anchor" ref={anchor}>
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="more" />
        <span className="sr">{label}</span>
      </button>
      {open && (
        <div
          className="menu"
          role="menu"
          tabIndex={-1}
          aria-label={label}
          onKeyDown={(event) => onMenuKey(event, close)}
        >
          {entries.map(({ text, icon, danger, onSelect }) => (
            <button
              className={danger ? 'is-danger' : undefined}
              type="button"
              role="menuitem"
              tabIndex={-1}
              key={text}
              onClick={() => {
                close();
                onSelect();
              }}
            >
              {icon && <Icon name={icon} />} {text}
            </button>
          ))}
        </div>
      )}
    </span>
  );
}
