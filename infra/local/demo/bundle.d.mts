import type { DemoCounty, DemoSize } from './documents.mjs';

export const demoVersion: string;

export function writeDemoBundle(
  id: DemoCounty,
  folder: string,
  options?: DemoSize & { readonly images?: boolean; readonly say?: (text: string) => void },
): Promise<{ documents: number; images: number }>;
