export { callContext, type CallContext } from './context.js';
export { openLog, type Log } from './log.js';
export { nestLogger } from './nest-logger.js';
export { redact, redactText } from './redaction.js';
export {
  isCanceledAtLimit,
  isCertificateFault,
  isOutage,
  serviceCodeOf,
  serviceCodes,
  type ServiceCode,
} from './outage.js';
