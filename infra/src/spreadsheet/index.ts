export { cleanText, csvCell, isLikeFormula } from './csv.js';
export { type Sheet, type SheetColumn, type SheetValue, workbookOf, workbookType } from './workbook.js';
export { zipOf, type ZipPart } from './zip.js';
