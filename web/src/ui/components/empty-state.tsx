import type { ReactNode } from 'react';
import { Icon } from './icon.js';

interface EmptyStateProps {
  icon: string;
  /** After a failure the icon is red. */
  failed?: boolean;
  title: string;
  children?: ReactNode;
}

/** An empty state: the reason, then what to do. */
export function EmptyState({ icon, failed = false, title, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} large {...(failed && { className: 'tone-error' })} />
      <p className={failed || children ? 'strong' : undefined}>{title}</p>
      {children}
    </div>
  );
}
