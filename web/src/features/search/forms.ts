import type { ComponentType } from 'react';
import type { SearchType } from '@portal/proto/http/search-types';
import { loadCriteria } from '../../shared/criteria-of.js';
import type { Criteria } from '../../shared/state/search.slice.js';

export interface FormProps {
  /** The criteria that the form opens with. */
  initial: Criteria;
}
/** The form of one kind of search. */
export type FormComponent = ComponentType<FormProps>;

const formOf = async (type: SearchType): Promise<FormComponent> =>
  type === 'searchByName'
    ? (await import('./forms/name-form.js')).NameForm
    : (await import('./other-forms.js')).otherForms[type];

const loaded: Partial<Record<SearchType, FormComponent>> = {};

/** The form, when it is there already: a page that has it needs no second paint. */
export const loadedForm = (type: SearchType): FormComponent | undefined => loaded[type];

/** Loads the form, and what is asked of its criteria. */
export const loadForm = async (type: SearchType): Promise<void> => {
  const [form] = await Promise.all([formOf(type), loadCriteria(type)]);
  loaded[type] = form;
};
