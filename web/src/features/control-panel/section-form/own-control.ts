import type { ComponentType } from 'react';

/** The props of a control that is not one of the built-in kinds, for example slides with their pictures. */
export interface OwnControlProps {
  readonly id: string;
  readonly label: string;
  readonly value: unknown;
  readonly disabled: boolean;
  /** Returns the error text for a part of the value. `below` is the path of the part; '' means the whole value. */
  errorOf(below: string): string | undefined;
  onChange(value: unknown): void;
}

/**
 * A control that is a separate component. The component loads together with the page that shows the control. `shown`
 * writes the value as text, for the history and for conflicts.
 */
export interface OwnControl {
  readonly kind: 'own';
  readonly load: () => Promise<{ default: ComponentType<OwnControlProps> }>;
  readonly shown: (value: unknown) => string;
}
