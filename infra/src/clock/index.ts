export {
  daysAgo,
  instantOf,
  nextTimeOfDay,
  skipOver,
  systemClock,
  todayIn,
  writtenDate,
  zonedNow,
  type Clock,
} from './clock.js';
export { CLOCK, ClockModule } from './clock.module.js';
export { Turns, type TurnsOptions } from './turns.js';
