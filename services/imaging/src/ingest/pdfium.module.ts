import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/**
 * The part of PDFium's C interface that we use (fpdfview.h, fpdf_edit.h). Numbers are addresses in the module's memory.
 */
export interface Pdfium {
  readonly pdfium: {
    readonly wasmExports: { malloc(bytes: number): number; free(address: number): void };
    /** The module's memory. When the memory grows, another array replaces this one. */
    readonly HEAPU8: Uint8Array;
  };
  PDFiumExt_Init(): void;
  FPDF_LoadMemDocument(address: number, bytes: number, password: string): number;
  FPDF_GetLastError(): number;
  FPDF_CloseDocument(document: number): void;
  FPDF_SaveAsCopy(document: number, writer: number, flags: number): boolean;
  PDFiumExt_OpenFileWriter(): number;
  PDFiumExt_GetFileWriterSize(writer: number): number;
  PDFiumExt_GetFileWriterData(writer: number, address: number, bytes: number): number;
  PDFiumExt_CloseFileWriter(writer: number): void;
  FPDF_GetPageCount(document: number): number;
  FPDF_LoadPage(document: number, index: number): number;
  FPDF_ClosePage(page: number): void;
  FPDF_GetPageWidthF(page: number): number;
  FPDF_GetPageHeightF(page: number): number;
  FPDF_RenderPageBitmap(
    bitmap: number,
    page: number,
    ...leftTopWidthHeightTurnsFlags: [number, number, number, number, number, number]
  ): void;
  FPDF_GetPageBoundingBox(page: number, address: number): boolean;
  FPDFPage_GetRotation(page: number): number;
  FPDFPage_SetMediaBox(page: number, ...leftBottomRightTop: [number, number, number, number]): void;
  FPDFPage_SetCropBox(page: number, ...leftBottomRightTop: [number, number, number, number]): void;
  FPDFPage_InsertObject(page: number, object: number): void;
  FPDFPage_GenerateContent(page: number): boolean;
  FPDFPageObj_CreateNewRect(...leftBottomWidthHeight: [number, number, number, number]): number;
  FPDFPageObj_SetFillColor(object: number, ...rgba: [number, number, number, number]): boolean;
  FPDFPath_SetDrawMode(object: number, fill: number, stroke: boolean): boolean;
  FPDFText_LoadStandardFont(document: number, name: string): number;
  FPDFPageObj_CreateTextObj(document: number, font: number, size: number): number;
  FPDFText_SetText(object: number, utf16: number): boolean;
  FPDFPageObj_Transform(
    object: number,
    ...matrix: readonly [number, number, number, number, number, number]
  ): void;
  FPDFFont_Close(font: number): void;
  FPDFPage_GetObject(page: number, index: number): number;
  FPDFPageObj_GetType(object: number): number;
  FPDFPageObj_GetBounds(object: number, ...leftBottomRightTop: [number, number, number, number]): boolean;
  FPDFImageObj_GetBitmap(object: number): number;
  FPDFBitmap_Create(width: number, height: number, alpha: number): number;
  FPDFBitmap_Destroy(bitmap: number): void;
  FPDFBitmap_FillRect(
    bitmap: number,
    ...leftTopWidthHeightColour: [number, number, number, number, number]
  ): void;
  FPDFBitmap_GetBuffer(bitmap: number): number;
  FPDFBitmap_GetFormat(bitmap: number): number;
  FPDFBitmap_GetHeight(bitmap: number): number;
  FPDFBitmap_GetStride(bitmap: number): number;
  FPDFBitmap_GetWidth(bitmap: number): number;
}

interface Package {
  init(options: { wasmBinary: Uint8Array; print: () => void; printErr: () => void }): Promise<Pdfium>;
}

let opened: Promise<Pdfium> | undefined;

/**
 * PDFium, loaded once per process. The types of the package need those of emscripten, so the functions that we call are
 * typed above.
 */
export const pdfiumModule = (): Promise<Pdfium> => (opened ??= begin());

async function begin(): Promise<Pdfium> {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')));
  const { init } = (await import(import.meta.resolve('@embedpdf/pdfium'))) as Package;
  const silent = (): void => undefined;
  const module = await init({ wasmBinary, print: silent, printErr: silent });
  module.PDFiumExt_Init();
  return module;
}
