import { useEffect, useRef, useState } from 'react';
import type { CodeDescription } from '@portal/proto/http/envelope';
import { useLazyPlatsQuery, type PlatFilter } from '../../shared/code-list.api.js';
import type { SearchForm } from './use-search-form.js';

/** Minimum number of characters; shorter texts request nothing (B7-01). */
const leastCharacters = 2;
/** Pause in typing before the list is requested, in milliseconds. */
const pause = 200;

/** The field in which a user types a plat's number, and the field for its name. */
export const platCriterion = { NUMBER: 'platNumber', NAME: 'platName' } as const;

interface Matches {
  by: PlatFilter;
  /** The text that the plats match. */
  typed: string;
  plats: readonly CodeDescription[];
}
const none: Matches = { by: 'NUMBER', typed: '', plats: [] };

const sameText = (a: string, b: string): boolean => a.trim().toUpperCase() === b.trim().toUpperCase();

/** Selects the text that completion added after the typed part, so that the next key replaces it. */
const selectCompletion = (field: string, typed: string): void => {
  requestAnimationFrame(() => {
    const input = document.getElementById(field);
    if (input instanceof HTMLInputElement && document.activeElement === input)
      input.setSelectionRange(typed.length, input.value.length);
  });
};

/** Runs work after a pause, unless newer work replaces it or it is canceled. */
const useLatest = () => {
  const asked = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const callOff = (): number => {
    clearTimeout(timer.current);
    return (asked.current += 1);
  };
  const later = (work: (isLatest: () => boolean) => void): void => {
    const mine = callOff();
    timer.current = setTimeout(() => work(() => mine === asked.current), pause);
  };
  return { later, callOff };
};

/** The plats that match the typed number or name (B7-01 to B7-06). */
export const usePlats = (search: SearchForm) => {
  const [find] = useLazyPlatsQuery();
  const [found, setMatches] = useState(none);
  const { later, callOff } = useLatest();
  // The Clear button empties the fields without notifying this hook, so matches are kept only while the field has the
  // text that they match.
  const holds = (by: PlatFilter, typed: string): boolean =>
    (search.form.getValues(platCriterion[by]) ?? '') === typed;
  const matches = holds(found.by, found.typed) ? found : none;
  const choose = ({ code, description }: CodeDescription): void => {
    callOff();
    setMatches(none);
    search.form.clearErrors();
    search.change({ plat: code, platNumber: code, platName: description });
  };
  const look = async (by: PlatFilter, typed: string, deleting: boolean, isLatest: () => boolean) => {
    const { data: plats } = await find({ by, filterText: typed.trim() }, true);
    if (!plats || !isLatest() || !holds(by, typed)) return;
    const [only] = plats;
    if (!only) search.form.setError(platCriterion[by], { type: 'match', message: 'forms:noMatchingPlat' });
    else if (plats.length === 1 && !deleting) {
      choose(only);
      selectCompletion(platCriterion[by], typed);
    } else setMatches({ by, typed, plats });
  };
  const type = (by: PlatFilter, text: string, deleting: boolean): void => {
    search.edited();
    search.change({ plat: '', platNumber: '', platName: '', [platCriterion[by]]: text });
    setMatches(none);
    later((isLatest) => {
      if (text.trim().length >= leastCharacters && holds(by, text)) void look(by, text, deleting, isLatest);
    });
  };
  /** Chooses a plat when the user leaves the field after typing its complete number or name. */
  const leave = (by: PlatFilter, text: string): void => {
    const exact = matches.plats.find(({ code, description }) =>
      sameText(by === 'NUMBER' ? code : description, text),
    );
    if (exact) choose(exact);
  };
  const reset = (): void => {
    callOff();
    search.edited();
    setMatches(none);
    search.change({ plat: '', platNumber: '', platName: '' });
  };
  return { matches, type, choose, leave, reset };
};
