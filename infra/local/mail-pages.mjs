// The pages of the mail catcher. All content of an e-mail is escaped; its HTML part is shown in a frame.

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; color: #1b1b1b; }
table { border-collapse: collapse; width: 100%; } th, td { text-align: left; padding: .4rem .6rem; border-bottom: 1px solid #ccc; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; } iframe { width: 100%; height: 30rem; border: 1px solid #ccc; }`;

export const escapeHtml = (text) =>
  String(text ?? '').replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0)};`);

const page = (title, body) =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">` +
  `<title>${escapeHtml(title)}</title><style>${STYLE}</style><h1>${escapeHtml(title)}</h1>${body}</html>`;

const addresses = (list) => (list ?? []).map(({ address, name }) => address ?? name).join(', ');

/** Turns URLs in plain text into links, because most e-mails are sent for the sake of their link. */
const withLinks = (text) =>
  text
    .split(/(https?:\/\/[^\s<>"]*[^\s<>".,;:)])/)
    .map((part, n) =>
      n % 2 === 0 ? escapeHtml(part) : `<a href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('');

/** @typedef {Partial<import('postal-mime').Email> & { name: string }} KeptMail */

/**
 * The fields of an e-mail that tests read.
 * @param {KeptMail} mail
 */
export const summaryOf = ({ name, to, from, subject, date, text, html }) => ({
  name,
  to: addresses(to),
  from: from?.address ?? '',
  subject: subject ?? '',
  date,
  text: text ?? '',
  html: html ?? '',
});

export function listPage(mails) {
  if (mails.length === 0) return page('Mail', '<p>No mail has been sent yet.</p>');
  const row = ({ name, date, to, subject }) =>
    `<tr><td>${escapeHtml(date)}</td><td>${escapeHtml(addresses(to))}</td><td><a href="/mail/${name}">${escapeHtml(subject || '(no subject)')}</a></td></tr>`;
  return page(
    'Mail',
    `<table><tr><th>Date</th><th>To</th><th>Subject</th></tr>${mails.map(row).join('')}</table>`,
  );
}

/** @param {KeptMail} mail */
export function mailPage({ name, from, to, subject, date, text, html }) {
  const head = `<p><a href="/">All mail</a></p><p>From ${escapeHtml(from?.address)} to ${escapeHtml(addresses(to))}, ${escapeHtml(date)}</p>`;
  const plain = text ? `<pre>${withLinks(text)}</pre>` : '';
  const frame = html
    ? `<h2>As HTML</h2><iframe title="The mail as HTML" sandbox="allow-popups" src="/mail/${name}/html"></iframe>`
    : '';
  return page(subject || '(no subject)', head + plain + frame);
}

export const notFoundPage = () => page('This mail is not here', '<p><a href="/">All mail</a></p>');
