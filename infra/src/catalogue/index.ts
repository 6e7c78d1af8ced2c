export { Catalogue } from './catalogue.js';
export {
  draftLanguages,
  finalKeys,
  LanguageOffer,
  readReview,
  reviewFile,
  spokenLanguages,
  type Review,
} from './review.js';
export { catalogueFolder, readLanguage, type Texts } from './texts.js';
export { expectedTexts, faultsOf, pluralForms, stateOf, type ExpectedText } from './translation.rules.js';
