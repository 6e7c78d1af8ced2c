import { useEffect, useRef, type MouseEvent } from 'react';
import { Icon } from './icon.js';

export interface FieldProblem {
  /** Id of the control. */
  field: string;
  text: string;
}

interface ErrorSummaryProps {
  title: string;
  problems: readonly FieldProblem[];
}

/** The errors of a form with links to their fields. The summary gets the focus when it appears. */
export function ErrorSummary({ title, problems }: ErrorSummaryProps) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => ref.current?.focus(), []);
  const goTo = (event: MouseEvent, field: string): void => {
    event.preventDefault();
    document.getElementById(field)?.focus();
  };
  return (
    <div className="alert alert--error" role="alert" tabIndex={-1} ref={ref}>
      <Icon name="error" />
      <div className="alert__body">
        <h2>{title}</h2>
        <ul>
          {problems.map(({ field, text }) => (
            <li key={field}>
              <a href={`#${field}`} onClick={(event) => goTo(event, field)}>
                {text}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
