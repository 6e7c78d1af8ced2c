// Guards of the slots for sign-ins, which the gateway limits.
import { guard } from './guard.mjs';

const gateway = 'gateway/src';

export default [
  guard(
    'S14',
    'sign-in-door',
    [`${gateway}/edge/sign-in-door.ts`, "this.inside.of('all') >= room", "this.inside.of('all') >= 1_000"],
    ['gateway/test/sign-in-door.spec.ts', 'S14 admits sign-ins until it is reached'],
  ),
  guard(
    'S14',
    'guesses-of-a-network',
    [`${gateway}/edge/places.ts`, 'address: placeOf(address)', 'address'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 the sharing of sign-in slots S14 treats all addresses'],
  ),
  guard(
    'S14',
    'door-narrows',
    [`${gateway}/edge/sign-in-door.ts`, 'Math.max(fewestSignIns, this.allowed / 2)', 'this.allowed'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 falls to two while sign-ins are slow'],
  ),
  guard(
    'S14',
    'door-has-a-pace',
    [`${gateway}/edge/sign-in-door.ts`, " || this.all.left() < 1) return 'all'", ") return 'all'"],
    ['gateway/test/sign-in-door.spec.ts', 'S14 is not exceeded in a storm'],
  ),
  guard(
    'S14',
    'quiet-saves-two-seconds',
    [`${gateway}/edge/pace.ts`, 'Math.min(this.most, this.saved + since)', 'this.saved + since'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 allows a sign-in shortly after a storm'],
  ),
  guard(
    'S14',
    'looks-take-no-room',
    [
      `${gateway}/edge/sign-in-door.ts`,
      'if (used === undefined) return 0;',
      "this.inside.add('all', 1);\n    if (used === undefined) return 0;",
    ],
    ['gateway/test/sign-in-door.spec.ts', 'S14 is not reached by checks for a free slot'],
  ),
  guard(
    'S14',
    'guesses-of-an-address',
    [`${gateway}/edge/sign-in-door.ts`, "seconds > 0 ? 'address' : this.usedUp(asker)", 'this.usedUp(asker)'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 refuses an IP address that guesses passwords,'],
  ),
  guard(
    'S14',
    'guesses-of-a-day',
    [`${gateway}/edge/guesses.ts`, 'if (guesser.today >= guessesADay)', 'if (guesser.today < 0)'],
    [
      'gateway/test/sign-in-door.spec.ts',
      'S14 allows an address that guesses passwords one more guess every two seconds',
    ],
  ),
  guard(
    'S14',
    'room-of-suspects',
    [`${gateway}/edge/sign-in-door.ts`, 'if (!this.inStorm()) return undefined;', 'return undefined;'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 gives the addresses that guessed passwords at most a quarter'],
  ),
  guard(
    'S14',
    'suspects-leave-half',
    [
      `${gateway}/edge/sign-in-door.ts`,
      "if (!this.all.isOverHalfFull() || !county.isOverHalfFull()) return 'suspects';",
    ],
    ['gateway/test/sign-in-door.spec.ts', 'S14 leaves half of the sign-ins per second'],
  ),
  guard(
    'S14',
    'pressing-is-suspect',
    [`${gateway}/edge/guesses.ts`, 'guesser.refusals += 1;'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 treats an address as a suspect for ten seconds'],
  ),
  guard(
    'S14',
    'door-of-a-county',
    [`${gateway}/edge/sign-in-door.ts`, 'shareOfCounty = 0.75', 'shareOfCounty = 1'],
    ['gateway/test/sign-in-door.spec.ts', 'S14 gives one county at most three quarters'],
  ),
];
