import { createTransport, type Transporter } from 'nodemailer';

export interface Mail {
  /** One e-mail address, without a name. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The county's sender; by default the configured one. */
  readonly from?: string;
  /** The same id at each attempt, so that a mail program that receives the e-mail twice shows it once. */
  readonly id?: string;
}

/** Sends mail. `send` throws when it fails, and the job that called it tries again. Never send mail in a request. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export class MailRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MailRefused';
  }
}

const CONNECT_MS = 10_000;
/**
 * How long to wait for an answer. A server that examines each e-mail takes long to accept it, and a client that hangs
 * up before the answer sends the e-mail twice.
 */
const ANSWER_MS = 60_000;

export class SmtpMailer implements Mailer {
  private readonly transport: Transporter;

  /** @param url smtp://user:password@host:port */
  constructor(
    url: string,
    private readonly defaultFrom: string,
  ) {
    this.transport = createTransport({
      url,
      connectionTimeout: CONNECT_MS,
      greetingTimeout: CONNECT_MS,
      socketTimeout: ANSWER_MS,
      // the texts come from people, so an e-mail must never include a file or load a URL
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: Mail): Promise<void> {
    checkMail(mail);
    const { to, subject, text, html, from = this.defaultFrom, id } = mail;
    await this.transport.sendMail({
      ...{ from, to, subject, text },
      ...(html !== undefined && { html }),
      ...(id !== undefined && { messageId: `<${id}@${domainOf(from)}>` }),
    });
  }

  close(): void {
    this.transport.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}

/** The domain of a sender such as 'Lake County <office@lake.example>'. */
const domainOf = (sender: string): string => /@([\w.-]+)/.exec(sender)?.[1] ?? 'localhost';

/** @throws {MailRefused} when a value could add a header or a second recipient (S26) */
export function checkMail({ to, subject, from = '' }: Mail): void {
  if (!/^[^\s@<>,;:"'()[\]\\]+@[^\s@<>,;:"'()[\]\\]+$/.test(to) || to.length > 254) {
    throw new MailRefused('the recipient is not one mail address');
  }
  for (const [name, value] of Object.entries({ subject, from })) {
    if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(value) || value.length > 500) {
      throw new MailRefused(`the ${name} is not one line of at most 500 characters`);
    }
  }
}
