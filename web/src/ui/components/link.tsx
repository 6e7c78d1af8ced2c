import type { ComponentProps, MouseEvent } from 'react';
import { useHref, useLocation, useNavigate, type To } from 'react-router';

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'> {
  to: To;
  /** State passed to the target page, for example where to return to. */
  state?: unknown;
}

/** True for a click that asks the browser to open another tab or window. */
export const opensElsewhere = (event: MouseEvent): boolean =>
  event.button !== 0 || event.metaKey || event.altKey || event.ctrlKey || event.shiftKey;

/** A link inside the portal. The router handles it, unless the browser should open it in another tab or window. */
export function Link({ to, state, onClick, children, ...anchor }: LinkProps) {
  const href = useHref(to);
  const navigate = useNavigate();
  const go = (event: MouseEvent<HTMLAnchorElement>): void => {
    onClick?.(event);
    if (event.defaultPrevented || opensElsewhere(event)) return;
    event.preventDefault();
    void navigate(to, { state });
  };
  return (
    <a {...anchor} href={href} onClick={go}>
      {children}
    </a>
  );
}

/**
 * A link that is marked as current when the user is at or below one of the paths in `areas`; upper and lower case do
 * not matter.
 */
export function NavLink({ to, areas, ...link }: LinkProps & { to: string; areas: readonly string[] }) {
  const pathname = useLocation().pathname.toLowerCase();
  const here = areas
    .map((area) => area.toLowerCase())
    .some((area) => pathname === area || pathname.startsWith(`${area}/`));
  return <Link {...link} to={to} aria-current={here ? 'page' : undefined} />;
}
