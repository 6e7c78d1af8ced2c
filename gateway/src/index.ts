export { apiPrefix, startGateway, type RunningGateway } from './start.js';
