import { useId, type ReactNode } from 'react';

interface CardProps {
  title: string;
  /** A control beside the title that acts on the whole content. */
  action?: ReactNode;
  /** True if the content is a table, which has its own edges. */
  table?: boolean;
  children: ReactNode;
}

/** A card of the home page. */
export function Card({ title, action, table = false, children }: CardProps) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <div className="card__head">
        <h2 id={id}>{title}</h2>
        {action}
      </div>
      <div className={table ? 'card__table' : 'card__body'}>{children}</div>
    </section>
  );
}
