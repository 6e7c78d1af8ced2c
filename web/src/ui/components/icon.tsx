interface IconProps {
  /** File name in `ui/icons`, without `.svg`. */
  name: string;
  small?: boolean;
  large?: boolean;
  className?: string;
}

/** A line icon in the color of its text. Assistive technology ignores it, because the text beside it says the same. */
export function Icon({ name, small = false, large = false, className }: IconProps) {
  const classes = ['icon', small && 'icon--sm', large && 'icon--lg', `i-${name}`, className];
  return <span className={classes.filter(Boolean).join(' ')} aria-hidden="true" />;
}
