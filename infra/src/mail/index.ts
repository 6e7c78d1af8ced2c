export { MAILER, MailModule } from './mail.module.js';
export { MailRefused, SmtpMailer, type Mail, type Mailer } from './mailer.js';
