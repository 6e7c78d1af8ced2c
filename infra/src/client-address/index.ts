export { placeOf, truncated } from './client-address.js';
