import { isDict, isList, PdfName, PdfStreamObject, type PdfDict, type PdfValue } from './pdf.objects.js';
import type { PdfFile } from './pdf.file.js';

/** Actions that run, start, play or send something; links to a page or a web address are not among them. */
const activeActions = new Set([
  ...['JavaScript', 'Launch', 'SubmitForm', 'ImportData', 'Rendition', 'RichMediaExecute'],
  ...['Movie', 'Sound', 'GoToE'],
]);
/** Entries that hold a script, a form program, an attached file or a collection of files. */
const activeEntries = ['JS', 'JavaScript', 'XFA', 'EmbeddedFiles', 'EF', 'Collection'] as const;
const activeAnnotations = new Set(['RichMedia', '3D', 'Movie', 'Screen', 'Sound', 'FileAttachment']);

const nameOf = (value: PdfValue | undefined): string => (value instanceof PdfName ? value.name : '');

/** Names the part of a dictionary that does more than show a page; undefined when there is no such part. */
function activeIn(dict: PdfDict): string | undefined {
  const entry = activeEntries.find((name) => dict.has(name));
  if (entry) return entry;
  const action = nameOf(dict.get('S'));
  if (activeActions.has(action)) return action;
  if (nameOf(dict.get('Type')) === 'EmbeddedFile') return 'EmbeddedFile';
  const subtype = nameOf(dict.get('Subtype'));
  return activeAnnotations.has(subtype) ? subtype : undefined;
}

/** The name of the first script, attachment or program in any object of a file, whether a page uses it or not. */
export function activeContentOf(file: PdfFile): string | undefined {
  for (const object of file.objects()) {
    const waiting: PdfValue[] = [object];
    for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
      const dict = value instanceof PdfStreamObject ? value.dict : value;
      if (isDict(dict)) {
        const found = activeIn(dict);
        if (found !== undefined) return found;
        waiting.push(...dict.values());
      } else if (isList(dict)) waiting.push(...dict);
    }
  }
  return undefined;
}
