/** @jest-environment jsdom */
import { Buffer } from 'node:buffer';
import { describe, expect, jest, test } from '@jest/globals';
import { fileNameOf, nameInHeader, pdfFromBase64 } from '../src/features/order/pdf-file.js';

describe('the file of a download', () => {
  test('A10-38 is put together from chunks of 512 characters', async () => {
    const decoded: number[] = [];
    const decode = globalThis.atob;
    jest.spyOn(globalThis, 'atob').mockImplementation((text) => (decoded.push(text.length), decode(text)));
    const bytes = Buffer.from(Array.from({ length: 1_000 }, (_byte, index) => index % 256));
    const file = pdfFromBase64(bytes.toString('base64'));
    expect(decoded).toEqual([512, 512, 312]);
    expect(file.type).toBe('application/pdf');
    const read = await new Promise<ArrayBuffer>((resolve) => {
      const reader = new FileReader();
      reader.onload = () => resolve(reader.result as ArrayBuffer);
      reader.readAsArrayBuffer(file);
    });
    expect(Buffer.from(read).equals(bytes)).toBe(true);
  });

  test('A10-39 is image.pdf if it has no name', () => {
    expect(fileNameOf('')).toBe('image.pdf');
    expect(fileNameOf('A1000001.pdf')).toBe('A1000001.pdf');
  });

  test.each([
    ['attachment; filename="A1000001.pdf"', 'A1000001.pdf'],
    ['attachment; filename="x.pdf"; filename*=UTF-8\'\'A%C3%A9.pdf', 'Aé.pdf'],
    ["attachment; filename*=UTF-8''%E0%A4%A", 'image.pdf'],
    [null, 'image.pdf'],
  ])('with the header %s has the name %s', (header, name) => {
    expect(nameInHeader(header)).toBe(name);
  });
});
