import { useEffect, useId, useRef, useSyncExternalStore, type ReactNode } from 'react';
import { Icon } from './icon.js';

export type DialogSize = 'sm' | 'lg' | 'xl';

interface DialogProps {
  title: string;
  subtitle?: ReactNode;
  size?: DialogSize;
  /** True if the window fills the whole screen of a phone, whatever its `size`. */
  fullOnPhone?: boolean;
  closeText?: string;
  /**
   * True while an answer is awaited. The window then stays open, because closing it would not cancel what was sent.
   */
  busy?: boolean;
  onClose(): void;
  children: ReactNode;
  foot?: ReactNode;
}

/** Prevents the page behind from scrolling while any dialog is open. */
const lockPage = (): (() => void) => {
  document.body.classList.add('has-dialog');
  return () => {
    if (!document.querySelector('dialog[open]')) document.body.classList.remove('has-dialog');
  };
};

/** The mounted windows, from the lowest to the topmost. */
const mounted: HTMLDialogElement[] = [];

let sheet: HTMLDialogElement | undefined;
const sheetWatchers = new Set<() => void>();

const setSheet = (dialog: HTMLDialogElement | undefined): void => {
  sheet = dialog;
  for (const onChange of sheetWatchers) onChange();
};

const watchSheet = (onChange: () => void): (() => void) => {
  sheetWatchers.add(onChange);
  return () => void sheetWatchers.delete(onChange);
};

/**
 * The sheet that covers the page; undefined if none is open. Notes about the page are shown inside the sheet, because
 * the sheet would hide notes anywhere else.
 */
export const useSheet = (): HTMLDialogElement | undefined => useSyncExternalStore(watchSheet, () => sheet);

/** Reopens windows, each over the previous one, because a modal dialog always opens on top. The focus does not move. */
const raise = (windows: readonly HTMLDialogElement[]): void => {
  const focused = document.activeElement;
  for (const each of windows.filter(({ isConnected }) => isConnected)) {
    each.close();
    each.showModal();
  }
  if (focused instanceof HTMLElement) focused.focus();
};

/** Makes open windows modal again after the part of the page that contains them was moved. */
export const raiseMoved = (part: HTMLElement): void => {
  if (part.querySelector('dialog[open]')) raise(mounted);
};

const focusFirst = (dialog: HTMLDialogElement): void =>
  (dialog.querySelector<HTMLElement>('[data-autofocus]') ?? dialog.querySelector('h1'))?.focus();

/**
 * Opens a window over or under the windows that are already open.
 * @returns a function that removes the window from the mounted windows
 */
const openWindow = (dialog: HTMLDialogElement, below: boolean): (() => void) => {
  if (below && mounted.length > 0) {
    mounted.unshift(dialog);
    raise(mounted);
  } else {
    mounted.push(dialog);
    dialog.showModal();
    focusFirst(dialog);
  }
  return () => void mounted.splice(mounted.indexOf(dialog), 1);
};

/**
 * Calls `onEsc` when the browser asks whether the window may close. If the user presses Esc twice and does nothing in
 * between, the browser closes the window without asking (see close watchers in the HTML standard), and perhaps the
 * windows under it as well. A window that is still mounted then opens again at its place in the stack, with the focus
 * where it was.
 * @returns a function that stops watching
 */
const watchClosing = (dialog: HTMLDialogElement, onEsc: () => void): (() => void) => {
  let focused: Element | null = null;
  const onCancel = (event: Event): void => {
    event.preventDefault();
    if (event.target !== dialog) return;
    focused = document.activeElement;
    onEsc();
  };
  const onClosed = (event: Event): void => {
    if (event.target !== dialog || dialog.open || !dialog.isConnected) return;
    raise(mounted.slice(mounted.indexOf(dialog)));
    if (mounted.at(-1) !== dialog) return;
    if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
    else focusFirst(dialog);
  };
  dialog.addEventListener('cancel', onCancel);
  dialog.addEventListener('close', onClosed);
  return () => {
    dialog.removeEventListener('cancel', onCancel);
    dialog.removeEventListener('close', onClosed);
  };
};

/**
 * Opens the element as a modal dialog while it is mounted. The focus goes to `[data-autofocus]` or to the heading,
 * and back when the dialog closes. Esc calls `onClose`.
 * @param o.below true for a part of the page that becomes a modal sheet when the screen is rotated: it then opens under
 * the windows that are already open, not over them
 */
export const useModal = (onClose: () => void, { below = false }: { below?: boolean } = {}) => {
  const ref = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const dialog = ref.current;
    if (!dialog) return undefined;
    const before = document.activeElement;
    const unlock = lockPage();
    const unwatch = watchClosing(dialog, () => close.current());
    const forget = openWindow(dialog, below);
    if (below) setSheet(dialog);
    return () => {
      if (below) setSheet(undefined);
      unwatch();
      forget();
      dialog.close();
      unlock();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [below]);
  return ref;
};

const classNameOf = (size: DialogSize, fullOnPhone: boolean): string =>
  ['dialog', size !== 'sm' && `dialog--${size}`, fullOnPhone && 'dialog--full'].filter(Boolean).join(' ');

/** A modal window with heading, body and foot; mount it to open it. */
export function Dialog(props: DialogProps) {
  const { title, subtitle, size = 'sm', fullOnPhone = false, closeText, busy, children, foot } = props;
  const titleId = useId();
  const onClose = (): void => {
    if (!busy) props.onClose();
  };
  const ref = useModal(onClose);
  return (
    <dialog ref={ref} className={classNameOf(size, fullOnPhone)} aria-labelledby={titleId}>
      <div className="dialog__head">
        <div>
          <h1 id={titleId} tabIndex={-1}>
            {title}
          </h1>
          {subtitle && <p>{subtitle}</p>}
        </div>
        {closeText && (
          <button className="btn btn--quiet btn--icon btn--sm dialog__close" type="button" onClick={onClose}>
            <Icon name="close" />
            <span className="sr">{closeText}</span>
          </button>
        )}
      </div>
      <div className="dialog__body">{children}</div>
      {foot && <div className="dialog__foot">{foot}</div>}
    </dialog>
  );
}
