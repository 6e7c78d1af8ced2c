import { Global, Module } from '@nestjs/common';
import { CONFIG, type Config } from '../config/index.js';
import { SmtpMailer } from './mailer.js';

/** Nest token of the `Mailer`. */
export const MAILER = Symbol('MAILER');

@Global()
@Module({
  providers: [
    {
      provide: MAILER,
      inject: [CONFIG],
      useFactory: (config: Config) => new SmtpMailer(config.smtpUrl, config.mailFrom),
    },
  ],
  exports: [MAILER],
})
export class MailModule {}
