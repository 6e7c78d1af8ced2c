export * from '../src/verification/invariants.js';
