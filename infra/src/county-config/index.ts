export { CountyConfigModule } from './county-config.module.js';
export { otherInstallationOf, takesChanges, type OtherInstallation } from './county-move.rules.js';
export { CountyRounds, type SettingsChanges } from './county-rounds.js';
export { CountySections } from './county-sections.js';
export { FreshCopies } from './fresh-copies.js';
export { LastingCopies } from './lasting-copies.js';
