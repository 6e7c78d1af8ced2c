export { Catalogue } from './catalogue.js';
