import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { Icon } from './icon.js';

interface SideNavHeadProps {
  title: string;
  open: boolean;
  onToggle(): void;
}

/** The head of a side menu: its title, and the button that opens and closes it. */
export function SideNavHead({ title, open, onToggle }: SideNavHeadProps) {
  const t = useTexts();
  const { pathname } = useLocation();
  const head = useRef<HTMLDivElement>(null);
  // A menu can be longer than the window. It scrolls until the link of the current page is visible.
  useEffect(() => {
    head.current?.closest('nav')?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [pathname, open]);
  return (
    <div className="sidenav__head" ref={head}>
      <span>{title}</span>
      <button
        className="btn btn--quiet btn--icon btn--sm"
        type="button"
        aria-expanded={open}
        onClick={onToggle}
      >
        <Icon name={open ? 'panel-close' : 'panel-open'} />
        <span className="sr">{t(open ? 'shell:sideNav.close' : 'shell:sideNav.open')}</span>
      </button>
    </div>
  );
}
