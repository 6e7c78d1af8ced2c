import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { offerPasswordReset, remindUsername } from '@portal/proto/rpc/registration';
import { CountyDoorReader } from '../letters/county-door.js';
import { LetterBox } from '../letters/letter-box.js';
import type { NewLetter } from '../letters/letter.repository.js';
import { DoorThrottle, type AskedLetter } from '../registration/door.throttle.js';
import { placeOf } from '@portal/infra/client-address';

type Noted = Result<Record<string, never>, 'NOT_FOUND' | 'TOO_MANY_REQUESTS'>;

/**
 * Handles requests by people who cannot sign in. The answer and its duration are the same for everyone (A4-14, S15).
 */
@Injectable()
export class RecoveryService {
  constructor(
    private readonly database: Database,
    private readonly doors: CountyDoorReader,
    private readonly throttle: DoorThrottle,
    private readonly box: LetterBox,
  ) {}

  remindUsername(county: string, { asked, address }: Parsed<typeof remindUsername>): Promise<Noted> {
    return this.note(county, address, { kind: 'USERNAME', username: '', ...asked });
  }

  offerReset(county: string, { asked, address }: Parsed<typeof offerPasswordReset>): Promise<Noted> {
    return this.note(county, address, { kind: 'PASSWORD', ...asked });
  }

  private async note(
    county: string,
    address: string,
    letter: AskedLetter & Pick<NewLetter, 'language'>,
  ): Promise<Noted> {
    const door = await this.doors.read(county);
    if (!door.registration.forgotPasswordLink) return fail('NOT_FOUND');
    const place = placeOf(address);
    const seconds = await this.throttle.take(county, place);
    if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });
    const share = await this.throttle.share(county, letter, place);
    if (share !== 'DROP') {
      const spare = share === 'SPARE';
      await this.database.withCounty(county, (tx) => this.box.drop(tx, { ...letter, spare }));
      this.box.collect(county);
    }
    return ok({});
  }
}
