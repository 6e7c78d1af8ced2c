import { useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

/** A menu over the page. Its content renders when it is first opened, and it closes after a navigation. */
export const usePopover = () => {
  const ref = useRef<HTMLElement>(null);
  const [wasOpened, setWasOpened] = useState(false);
  const { key } = useLocation();
  const isOpen = (): boolean => ref.current?.matches(':popover-open') === true;
  const hide = (): void => {
    if (isOpen()) ref.current?.hidePopover();
  };
  useEffect(hide, [key]);
  return {
    props: { ref, popover: 'auto', onBeforeToggle: () => setWasOpened(true) } as const,
    wasOpened,
    isOpen,
    hide,
  };
};
