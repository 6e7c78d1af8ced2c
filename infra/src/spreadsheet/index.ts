export { type Sheet, type SheetColumn, type SheetValue, workbookOf, workbookType } from './workbook.js';
