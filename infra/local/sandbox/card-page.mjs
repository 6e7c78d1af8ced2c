// The page that the portal shows in its card frame. The page loads its script and its styles as separate files.
import { DECLINED_CARD, HELD_CARD } from './payments.mjs';

const escape = (text) => String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

const document = (title, body) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title><link rel="stylesheet" href="/card-page.css"></head><body>${body}</body></html>`;

const field = (name, label, attributes) =>
  `<label for="${name}">${label}</label><input id="${name}" name="${name}" required ${attributes}>`;

/** @param token as stored in the book */
export const cardPage = ({ token, amount, description, communicatorUrl, type }) =>
  document(
    'Card payment',
    `<main aria-labelledby="card-heading"><h1 id="card-heading">Card payment</h1>
<p class="total">${type === 'authOnlyTransaction' ? 'To authorize' : 'To pay'}: <strong>$${(amount / 100).toFixed(2)}</strong></p>
<p>${escape(description ?? '')}</p>
<form id="card" data-token="${escape(token)}" data-communicator="${escape(communicatorUrl ?? '')}" novalidate>
${field('cardNumber', 'Card number', 'inputmode="numeric" autocomplete="cc-number" maxlength="23"')}
${field('expirationDate', 'Expiration date (MM/YY)', 'autocomplete="cc-exp" maxlength="7"')}
${field('cardCode', 'Card code', 'inputmode="numeric" autocomplete="cc-csc" maxlength="4"')}
<p id="problem" role="alert"></p>
<p class="buttons"><button type="submit" disabled>Pay</button> <button type="button" id="cancel">Cancel</button></p></form>
<p class="note">This is a sandbox: no money moves. 4111111111111111 is approved, ${DECLINED_CARD} is declined,
${HELD_CARD} is held for review. Do not type a real card.</p></main>
${communicatorUrl ? `<iframe id="communicator" title="Connection to the portal" src="${escape(communicatorUrl)}" hidden></iframe>` : ''}
<script src="/card-page.js"></script>`,
  );

export const expiredPage = () =>
  document(
    'Card payment',
    '<main aria-label="Card payment"><h1>Card payment</h1><p>This page is no longer valid. Please start again.</p></main>',
  );

export const frontPage = () =>
  document(
    'Payment sandbox',
    '<main><h1>Payment sandbox</h1><p>Stands in for the card provider of the portal. No money moves here.</p></main>',
  );

/** The headers of the page. Any site may frame it, as with the real provider; it shows no user's data. */
export const pagePolicy = (communicatorUrl) => {
  const communicator = communicatorUrl ? new URL(communicatorUrl).origin : "'none'";
  return `default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; frame-src ${communicator}; form-action 'none'; base-uri 'none'`;
};

export const styles = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0; color: #1b1b1b; }
main { margin: 0 auto; max-width: 28rem; padding: 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 0.5rem; }
label { display: block; margin-top: 0.75rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: 0.5rem; border: 1px solid #565c65; border-radius: 0; font: inherit; }
button { padding: 0.6rem 1.2rem; font: inherit; font-weight: 700; border: 2px solid #005ea2; border-radius: 4px; background: #fff; color: #005ea2; }
button[type='submit'] { background: #005ea2; color: #fff; }
button:disabled, button[aria-disabled='true'] { opacity: 0.6; }
#problem { color: #b50909; min-height: 1.5em; margin: 0.5rem 0 0; }
.note { font-size: 0.875rem; color: #565c65; }
`;

/**
 * Runs in the browser. Messages are query strings, in the form that the real provider sends to the communicator page.
 * Pay is enabled only when the communicator page has loaded: an earlier message would be lost, and the payment would
 * never finish.
 */
export const script = `
'use strict';
const form = document.getElementById('card');
const problem = document.getElementById('problem');
const communicator = document.getElementById('communicator');
const tell = (text) => {
  if (communicator) communicator.contentWindow.postMessage(text, new URL(form.dataset.communicator).origin);
};
const resize = () =>
  tell('action=resizeWindow&width=' + document.body.scrollWidth + '&height=' + document.body.scrollHeight);
document.getElementById('cancel').addEventListener('click', () => tell('action=cancel'));
const pay = form.querySelector('[type=submit]');
addEventListener('load', () => {
  pay.disabled = false;
  resize();
});
let busy = false;
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  if (busy) return;
  busy = true;
  pay.setAttribute('aria-disabled', 'true');
  problem.textContent = '';
  const card = Object.fromEntries(new FormData(form));
  try {
    const reply = await fetch('/payment/pay', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ token: form.dataset.token, ...card }),
    });
    const { response, error, field } = await reply.json();
    if (response) return tell('action=transactResponse&response=' + encodeURIComponent(JSON.stringify(response)));
    problem.textContent = error;
    document.getElementById(field || 'cardNumber').focus();
  } catch {
    problem.textContent = 'There was no answer. Please try again.';
  } finally {
    busy = false;
    pay.removeAttribute('aria-disabled');
  }
});
`;
