import { useEffect, useState } from 'react';
import { TextField, type Span } from './fields.js';

/** How long typing must pause before the list is requested, in milliseconds. */
const PAUSE_MS = 250;

interface PausedFilterProps {
  label: string;
  span: Span;
  /** The filter text of the list that is shown. */
  asked: string;
  onAsk(filterText: string): void;
}

/**
 * The text filter of a list. If the filter text of the list changes without this field, for example by Back, the field
 * shows the new text.
 */
export function PausedFilter({ label, span, asked, onAsk }: PausedFilterProps) {
  const [typed, setTyped] = useState(asked);
  const [shown, setShown] = useState(asked);
  // the filter texts for which this field has requested the list, but whose list is not shown yet
  const [requested, setRequested] = useState<readonly string[]>([]);
  if (asked !== shown) {
    setShown(asked);
    const isOwn = requested.includes(asked);
    setRequested(isOwn ? requested.slice(requested.indexOf(asked) + 1) : []);
    if (!isOwn) setTyped(asked);
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === asked) return undefined;
    const timer = setTimeout(() => {
      setRequested((earlier) => [...earlier, text]);
      onAsk(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed, asked, onAsk]);
  return (
    <TextField
      name="filterText"
      label={label}
      span={span}
      type="search"
      autoComplete="off"
      maxLength={100}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}
