export { ConfigError, readConfig, readVariable, type Config, type StorageConfig } from './config.js';
export { CONFIG, ConfigModule } from './config.module.js';
export { variables, type Variable, type VariableName } from './variables.js';
export { allNeeds, needsOf, type Need } from './needs.js';
export { ProcessKeys } from './process-keys.js';
export { fileVariables, withSecretFiles, type ReadEnvironment } from './secret-files.js';
export { CountySecrets } from './county-secrets.js';
