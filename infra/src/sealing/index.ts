export { keyIdOf, sealText, TextOpener } from './sealed-text.js';
