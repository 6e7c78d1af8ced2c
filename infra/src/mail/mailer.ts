import { createTransport, type Transporter } from 'nodemailer';

export interface Mail {
  /** One address, without a name. */
  readonly to: string;
  /** One line. */
  readonly subject: string;
  readonly text: string;
  readonly html?: string;
  /** The county's sender; the configured one when absent. */
  readonly from?: string;
}

/** Sends mail. A failure throws; the job that sends tries again. Never send in a request. */
export interface Mailer {
  send(mail: Mail): Promise<void>;
}

export class MailRefused extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'MailRefused';
  }
}

const SEND_MS = 10_000;

export class SmtpMailer implements Mailer {
  private readonly transport: Transporter;

  /** @param url smtp://user:password@host:port */
  constructor(
    url: string,
    private readonly defaultFrom: string,
  ) {
    this.transport = createTransport({
      url,
      connectionTimeout: SEND_MS,
      greetingTimeout: SEND_MS,
      socketTimeout: SEND_MS,
      // people write the texts, so a mail must never include a file or load an address
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  }

  async send(mail: Mail): Promise<void> {
    checkMail(mail);
    const { to, subject, text, html, from = this.defaultFrom } = mail;
    await this.transport.sendMail({ from, to, subject, text, ...(html !== undefined && { html }) });
  }

  close(): void {
    this.transport.close();
  }

  onApplicationShutdown(): void {
    this.close();
  }
}

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
