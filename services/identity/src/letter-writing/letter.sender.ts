import { Inject, Injectable } from '@nestjs/common';
import { Catalogue } from '@portal/infra/catalogue';
import { MAILER, type Mailer } from '@portal/infra/mail';
import type { CountyDoor } from '../letters/county-door.js';
import type { Letter } from '../letters/letter.repository.js';
import { writeLetter, type LetterContent } from '../letters/letter.text.js';

/** Writes the text of an e-mail and passes the e-mail to the mail server. */
@Injectable()
export class LetterSender {
  constructor(
    private readonly catalogue: Catalogue,
    @Inject(MAILER) private readonly mailer: Mailer,
  ) {}

  /**
   * Sends an e-mail in the recipient's language, or in English if the county does not offer that language.
   * @throws MailRefused for an address that accepts no mail
   */
  send({ head, languages }: CountyDoor, letter: Letter, content: LetterContent): Promise<void> {
    const language = languages.includes(letter.language) ? letter.language : 'ENGLISH';
    const text = (key: string, params = {}): string => this.catalogue.text(language, key, params);
    return this.mailer.send({ ...writeLetter(content, head, language, text), id: letter.id });
  }
}
