import type { ReactNode } from 'react';
import { Icon } from './icon.js';

interface EmptyStateProps {
  icon: string;
  /** Something failed: the sign is red. */
  failed?: boolean;
  title: string;
  children?: ReactNode;
}

/** A place with nothing to show: what is so, then what to do. */
export function EmptyState({ icon, failed = false, title, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} large {...(failed && { className: 'tone-error' })} />
      <p className={failed || children ? 'strong' : undefined}>{title}</p>
      {children}
    </div>
  );
}
