import { fireEvent, screen } from '@testing-library/react';
import type { SearchType } from '@portal/proto/http/search-types';
import { settle, type Portal } from './portal.js';

/** The control of a criterion. */
export const box = (name: string): HTMLInputElement => {
  const found = document.getElementsByName(name)[0];
  if (!(found instanceof HTMLInputElement || found instanceof HTMLSelectElement))
    throw new Error(`No ${name}`);
  return found as HTMLInputElement;
};

export const enter = (name: string, value: string): void =>
  void fireEvent.change(box(name), { target: { value } });

/** The chosen radio button of a criterion. */
export const chosen = (name: string): string | undefined =>
  [...document.querySelectorAll<HTMLInputElement>(`input[name="${name}"]`)].find(({ checked }) => checked)
    ?.value;

export const choose = (name: string, value: string): void => {
  const radio = document.querySelector(`input[name="${name}"][value="${value}"]`);
  if (!radio) throw new Error(`No ${value} of ${name}`);
  fireEvent.click(radio);
};

/**
 * The names of the criteria, in the order of their controls. A criterion with radio buttons is listed once for each
 * button.
 */
export const names = (): string[] =>
  [...document.querySelectorAll<HTMLInputElement>('form.form :is(input, select)')].map(({ name }) => name);

export const options = (name: string): (string | null)[] =>
  [...document.querySelectorAll(`select[name="${name}"] option`)].map(({ textContent }) => textContent);

export const labelOf = (name: string): string | null | undefined =>
  document.querySelector(`label[for="${name}"]`)?.textContent;

export const messageOf = (name: string): string | undefined =>
  document.getElementById(`${name}-error`)?.textContent ?? undefined;

export const submit = async ({ user }: Portal): Promise<void> => {
  await user.click(screen.getByRole('button', { name: 'Submit' }));
  await settle();
};

export const searches = ({ server }: Portal, type: SearchType = 'searchByName') =>
  server.callsTo(`search/${type}`);

/** The criteria of the first or the second name in the name form. */
export const partyName = (which: 1 | 2) => ({
  last: `grantorGranteeLastName${which}`,
  first: `grantorGranteeFirstName${which}`,
  mi: `grantorGranteeMiddleInitial${which}`,
});
