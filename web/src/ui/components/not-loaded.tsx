import type { ReactNode } from 'react';
import { callErrorOf } from '../../shared/http/api.js';
import { useTexts } from '../../shared/i18n/use-texts.js';
import { EmptyState } from './empty-state.js';
import { Notice } from './notice.js';

interface FailedQuery {
  readonly error?: unknown;
  refetch(): unknown;
}

/** True if the server says that the record does not exist, or that the URL names no record. */
export const isMissing = ({ error }: FailedQuery): boolean => {
  if (error === undefined) return false;
  const failure = callErrorOf(error);
  return failure.kind === 'refused' && (failure.status === 404 || failure.status === 422);
};

/** A button that loads again. */
export function Again({ refetch }: Pick<FailedQuery, 'refetch'>) {
  const t = useTexts();
  return (
    <button className="btn" type="button" onClick={() => void refetch()}>
      {t('ui:notLoaded.again')}
    </button>
  );
}

interface NotLoadedProps {
  query: FailedQuery;
  icon: string;
  /** Says that the record does not exist. */
  missing: string;
  /** Leads back to the list. */
  children?: ReactNode;
}

/** Replaces a record that could not be loaded. Says that the record does not exist, or lets the user try again. */
export function NotLoaded({ query, icon, missing, children }: NotLoadedProps) {
  const t = useTexts();
  if (isMissing(query))
    return (
      <EmptyState icon={icon} title={missing}>
        {children}
      </EmptyState>
    );
  return (
    <EmptyState icon="error" failed title={t('ui:notLoaded.title')}>
      <Again refetch={query.refetch} />
      {children}
    </EmptyState>
  );
}

/** Warns, above a record, that the record may be outdated because the portal failed to load it again. */
export function Outdated({ query }: { query: Pick<FailedQuery, 'refetch'> }) {
  const t = useTexts();
  return (
    <Notice tone="warning" title={t('ui:notLoaded.outdated')}>
      <Again refetch={query.refetch} />
    </Notice>
  );
}
