import type { ComponentType } from 'react';

/** What a control that no kind describes is given: slides with their pictures, for example. */
export interface OwnControlProps {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly disabled: boolean;
  /** Text of what is wrong with the value or, by the path below it, with a part of it ('' = the value). */
  errorOf(below: string): string | undefined;
  onChange(value: unknown): void;
}

/** A component of its own, loaded with the page; `shown` tells the history and a conflict what a value is. */
export interface OwnControl {
  readonly kind: 'own';
  readonly load: () => Promise<{ default: ComponentType<OwnControlProps> }>;
  readonly shown: (value: unknown) => string;
}
