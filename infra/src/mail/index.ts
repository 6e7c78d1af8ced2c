export { MAILER, MailModule } from './mail.module.js';
export { checkMail, MailRefused, SmtpMailer, type Mail, type Mailer } from './mailer.js';
