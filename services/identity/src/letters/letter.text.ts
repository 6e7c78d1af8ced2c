import type { Mail } from '@portal/infra/mail';
import { languageTerms } from '@portal/proto/catalogues';
import type { MessageParams } from '@portal/proto/result';
import type { Language } from '@portal/proto/roles';

/** Entries of the catalog `office-mail`. The catalog is in English only, because only staff read these e-mails. */
const officeSubjects = [
  'cardKeysChanged',
  'cardKeysAsked',
  'cardKeysApproved',
  'cardKeysRefused',
  'cardKeysWithdrawn',
  'cardKeysEnded',
] as const;
type OfficeSubject = (typeof officeSubjects)[number];

/** The content of an e-mail, before county name and language are added. */
export interface LetterContent {
  readonly to: string;
  /** The ids of the users whom the e-mail is about; set if the e-mail was requested for an address, not for a user. */
  readonly users?: readonly string[];
  /** The key of the e-mail's texts in the catalog `mail` or `office-mail`. */
  readonly about:
    | 'registration'
    | 'nameTaken'
    | 'username'
    | 'reset'
    | 'resetSent'
    | 'notActive'
    | 'newEmail'
    | 'passwordChanged'
    | 'emailChanged'
    | 'officePayment'
    | 'officeRefund'
    | 'officeCorrection'
    | 'fundsNeeded'
    | 'efileSubmitted'
    | 'efileCorrection'
    | 'efileRecorded'
    | 'efileRejected'
    | 'efileWithdrawn'
    | 'reportReady'
    | 'reportFailed'
    | OfficeSubject;
  /** The name in the greeting; empty for a greeting without a name. */
  readonly name: string;
  readonly params: MessageParams;
  /**
   * Further parameters of the text, whose values are texts of the catalog. Maps the name of each parameter to the
   * catalog key of its value.
   */
  readonly words?: Readonly<Record<string, string>>;
  /** Lines between the text and the button, for example usernames. */
  readonly lines?: readonly string[];
  /** Further lines, each given as the catalog key of its text and the parameters of the text. */
  readonly details?: readonly (readonly [key: string, params: MessageParams])[];
  /** The path of the button's link on the county's origin. */
  readonly path?: string;
  /** How long the link works. */
  readonly lifeMs?: number;
  /**
   * Set for an e-mail that no stranger can have requested. Such an e-mail does not advise the addressee to ignore it.
   */
  readonly certain?: true;
}

/** The sender of an e-mail. */
export interface Letterhead {
  readonly county: string;
  readonly app: string;
  /** The name, telephone number and e-mail address of the office, each only if it is set. */
  readonly contact: string;
  /** The county's origin, for example https://records.lake.example */
  readonly origin: string;
  /** The sender's address, without a name. */
  readonly sender: string;
}

export type Texts = (key: string, params?: MessageParams) => string;

const HOUR = 3_600_000;
const MINUTE = 60_000;

const entryOf = (about: LetterContent['about']): string =>
  `${officeSubjects.some((each) => each === about) ? 'office-mail' : 'mail'}:${about}`;

const lifeText = (t: Texts, ms: number): string =>
  ms % HOUR === 0
    ? t('mail:hours', { count: ms / HOUR })
    : t('mail:minutes', { count: Math.round(ms / MINUTE) });

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (sign) => `&#${sign.codePointAt(0) ?? 0};`);

interface Parts {
  readonly greeting: string;
  readonly text: string;
  readonly lines: readonly string[];
  readonly button?: { readonly text: string; readonly href: string };
  readonly after: readonly string[];
  readonly foot: readonly string[];
  readonly plainLink: string;
}

const partsOf = (content: LetterContent, head: Letterhead, t: Texts): Parts => {
  const { about, name, params, words = {}, lines = [], details = [], path, lifeMs } = content;
  const entry = entryOf(about);
  const translated = Object.fromEntries(Object.entries(words).map(([word, key]) => [word, t(key)]));
  const named = { ...params, ...translated, county: head.county, app: head.app };
  const greeting = name === '' ? t('mail:greetingNobody') : t('mail:greeting', { name });
  const after = [
    ...(lifeMs === undefined ? [] : [t(`${entry}.expires`, { time: lifeText(t, lifeMs) })]),
    ...(about === 'nameTaken' ? [t('mail:nameTaken.known')] : []),
    ...(content.certain ? [] : [t('mail:ignore')]),
  ];
  return {
    greeting,
    text: t(`${entry}.text`, named),
    lines: [...lines, ...details.map(([key, values]) => t(key, values))],
    ...(path !== undefined && { button: { text: t(`${entry}.button`), href: `${head.origin}${path}` } }),
    after,
    foot: [
      t('mail:foot', named),
      ...(head.contact === '' ? [] : [t('mail:contact', { contact: head.contact })]),
    ],
    plainLink: t('mail:plainLink'),
  };
};

const plainText = ({ greeting, text, lines, button, after, foot }: Parts): string =>
  [greeting, text, lines.join('\n'), button && `${button.text}:\n${button.href}`, ...after, '-- ', ...foot]
    .filter((part) => part !== undefined && part !== '')
    .join('\n\n')
    .concat('\n');

const INK = '#1b1b1b';
const ACCENT = '#1a4480';
const paragraph = (inner: string, style = ''): string => `<p style="margin:0 0 16px;${style}">${inner}</p>`;

/**
 * Writes the e-mail as HTML. Mail programs support neither style sheets nor scripts, so each element has its own style.
 */
const html = (parts: Parts, head: Letterhead, language: Language): string => {
  const { greeting, text, lines, button, after, foot, plainLink } = parts;
  const list = lines.map((line) => `<li><strong>${escapeHtml(line)}</strong></li>`).join('');
  const link = button && escapeHtml(button.href);
  const body = [
    paragraph(escapeHtml(greeting)),
    paragraph(escapeHtml(text)),
    list && `<ul style="margin:0 0 16px;padding-left:24px">${list}</ul>`,
    button &&
      paragraph(
        `<a href="${link}" style="display:inline-block;padding:12px 20px;border-radius:4px;background:${ACCENT};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button.text)}</a>`,
      ),
    ...after.map((line) => paragraph(escapeHtml(line))),
    button &&
      paragraph(
        `${escapeHtml(plainLink)}<br><a href="${link}" style="color:${ACCENT}">${link}</a>`,
        'font-size:14px;word-break:break-all',
      ),
  ];
  return [
    `<!doctype html><html lang="${languageTerms[language].html}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeHtml(head.county)}</title></head>`,
    `<body style="margin:0;padding:24px 16px;background:#f0f0f0;color:${INK};font:16px/1.5 'Public Sans',system-ui,sans-serif">`,
    '<div style="max-width:560px;margin:0 auto;background:#ffffff;border:1px solid #c9c9c9;border-radius:8px;overflow:hidden">',
    `<div style="padding:16px 24px;background:${ACCENT};color:#ffffff"><strong style="font-size:18px">${escapeHtml(head.county)}</strong><br>${escapeHtml(head.app)}</div>`,
    `<div style="padding:24px 24px 8px">${body.filter(Boolean).join('')}</div>`,
    `<div style="padding:16px 24px;border-top:1px solid #dfe1e2;color:#565c65;font-size:14px">${foot.map(escapeHtml).join('<br>')}</div>`,
    '</div></body></html>',
  ].join('');
};

/**
 * Makes the sender of the e-mail. The names of county and application may contain any characters, so characters that
 * would end the quoted name or start a header are removed.
 */
const senderOf = ({ county, app, sender }: Letterhead): string => {
  const name = `${county} ${app}`.replace(/["\\<>\u0000-\u001f\u007f]/g, '').slice(0, 100);
  return `"${name}" <${sender}>`;
};

/** Writes the whole e-mail as text and as HTML, in the addressee's language and in the name of the county. */
export const writeLetter = (content: LetterContent, head: Letterhead, language: Language, t: Texts): Mail => {
  const parts = partsOf(content, head, t);
  const subject = t(`${entryOf(content.about)}.subject`, { county: head.county }).slice(0, 200);
  return {
    to: content.to,
    from: senderOf(head),
    subject,
    text: plainText(parts),
    html: html(parts, head, language),
  };
};
