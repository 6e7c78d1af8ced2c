import { useEffect, useRef, type ReactNode } from 'react';
import { Icon } from './icon.js';

export type NoticeTone = 'success' | 'warning' | 'error' | 'info';

const icons: Record<NoticeTone, string> = {
  success: 'check-circle',
  warning: 'warning',
  error: 'error',
  info: 'info',
};

interface NoticeProps {
  tone: NoticeTone;
  title: string;
  children?: ReactNode;
}

/**
 * A message above a page or form, for example about its result. Errors and warnings interrupt a screen reader; other
 * messages wait. The page scrolls to an error or a warning, but the focus stays where the user types.
 */
export function Notice({ tone, title, children }: NoticeProps) {
  const urgent = tone === 'error' || tone === 'warning';
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (urgent) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [urgent, title]);
  return (
    <div className={`alert alert--${tone}`} role={urgent ? 'alert' : 'status'} ref={ref}>
      <Icon name={icons[tone]} />
      <div className="alert__body">
        <h2>{title}</h2>
        {children}
      </div>
    </div>
  );
}
