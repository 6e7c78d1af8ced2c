export { startGateway, type RunningGateway } from './start.js';
