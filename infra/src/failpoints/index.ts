export { armFailpoints, failpoint, failpointsIn, FailpointThrew, type OnFailpoint } from './failpoint.js';
