export { migrations } from './migrations/index.js';
export { SearchModule } from './search.module.js';
