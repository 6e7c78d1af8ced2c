export { ConfigError, readConfig, readVariable, type Config, type StorageConfig } from './config.js';
export { CONFIG, ConfigModule } from './config.module.js';
export { variables, type Variable, type VariableName } from './variables.js';
