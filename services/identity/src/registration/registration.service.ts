import { Injectable } from '@nestjs/common';
import { Database } from '@portal/infra/db';
import { fail, ok, type Result } from '@portal/proto/result';
import type { Parsed } from '@portal/proto/rpc/contract';
import type { signUp } from '@portal/proto/rpc/registration';
import { CountyDoorReader } from '../letters/county-door.js';
import { LetterBox } from '../letters/letter-box.js';
import { placeOf } from '@portal/infra/client-address';
import { PasswordHasher } from '../users/password-hasher.js';
import { passwordFault } from '../users/user.rules.js';
import { DoorThrottle } from './door.throttle.js';
import { namesIn } from './registration.rules.js';

type Done = Record<string, never>;

/**
 * Registers people in two steps: first the entered data are stored until the mail job reads them, then the mailed
 * ticket completes the registration (A3).
 */
@Injectable()
export class RegistrationService {
  constructor(
    private readonly database: Database,
    private readonly doors: CountyDoorReader,
    private readonly throttle: DoorThrottle,
    private readonly hasher: PasswordHasher,
    private readonly box: LetterBox,
  ) {}

  /** Behaves the same for a free name and for a taken name, because users are not looked up here (S15). */
  async signUp(
    county: string,
    { person, address }: Parsed<typeof signUp>,
  ): Promise<Result<Done, 'INVALID_INPUT' | 'NOT_FOUND' | 'TOO_MANY_REQUESTS'>> {
    const door = await this.doors.read(county);
    if (!door.registration.selfRegistration) return fail('NOT_FOUND');
    const { password, language, ...fields } = person;
    const fault = passwordFault(password, 'USER', namesIn({ ...fields, county }));
    if (fault) return fail('INVALID_INPUT', undefined, { password: fault });
    const place = placeOf(address);
    const waits = [
      await this.throttle.take(county, place),
      await this.throttle.waitAfterTaken(county, place),
    ];
    const seconds = Math.max(...waits);
    if (seconds > 0) return fail('TOO_MANY_REQUESTS', { seconds });
    const hash = await this.hasher.hash(password);
    if (hash === undefined) return fail('TOO_MANY_REQUESTS', { seconds: 1 });
    const { email, username } = fields;
    const letter = { kind: 'REGISTRATION', email, username } as const;
    if ((await this.throttle.share(county, letter, place)) === 'SEND') {
      const registration = { ...fields, hash };
      await this.database.withCounty(county, (tx) =>
        this.box.drop(tx, { ...letter, language, registration, place }),
      );
      this.box.collect(county);
    }
    return ok({});
  }
}
