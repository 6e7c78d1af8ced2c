import { useEffect, useState } from 'react';
import { TextField, type Span } from './fields.js';

/** How long typing must pause before the list is requested, in milliseconds. */
const PAUSE_MS = 250;

interface PausedFilterProps {
  label: string;
  span: Span;
  /** The text of the last request. */
  asked: string;
  onAsk(filterText: string): void;
}

/** The text filter of a list. */
export function PausedFilter({ label, span, asked, onAsk }: PausedFilterProps) {
  const [typed, setTyped] = useState(asked);
  useEffect(() => {
    if (typed.trim() === asked) return undefined;
    const timer = setTimeout(() => onAsk(typed.trim()), PAUSE_MS);
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
