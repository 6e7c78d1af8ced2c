/** @jest-environment jsdom */
import { beforeEach, expect, test } from '@jest/globals';
import { waitFor } from '@testing-library/react';
import { focusWhenLoaded } from '../src/app/late-heading.js';

const main = (): HTMLElement => document.getElementById('main') ?? document.body;
/** Shows the content of the page, as if its data had loaded. */
const load = (): void => {
  main().innerHTML = '<h1 tabindex="-1">Escrow</h1>';
};
/** Resolves after the observer of the page has been notified of a change. */
const observed = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

beforeEach(() => {
  document.body.innerHTML = '<a href="#x">Menu</a><main id="main" tabindex="-1"></main>';
  main().focus();
});

test('the focus moves to a heading that appears only when the data of its page arrive', async () => {
  focusWhenLoaded(main());
  expect(document.activeElement).toBe(main());
  load();
  await waitFor(() => expect(document.activeElement?.tagName).toBe('H1'));
});

test('a heading that appears after the user has moved the focus does not take the focus', async () => {
  focusWhenLoaded(main());
  document.querySelector('a')?.focus();
  load();
  await observed();
  expect(document.activeElement?.tagName).toBe('A');
});
