import type { ReactNode } from 'react';
import { Icon } from './icon.js';

interface EmptyStateProps {
  icon: string;
  /** True after a failure; the icon is then red. */
  failed?: boolean;
  title: string;
  children?: ReactNode;
}

/** Says why there is nothing, then what to do. */
export function EmptyState({ icon, failed = false, title, children }: EmptyStateProps) {
  return (
    <div className="empty">
      <Icon name={icon} large {...(failed && { className: 'tone-error' })} />
      <p className={failed || children ? 'strong' : undefined}>{title}</p>
      {children}
    </div>
  );
}
