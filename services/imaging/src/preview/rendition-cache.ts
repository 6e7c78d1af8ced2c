/** A rendition that is known to be in the object store. */
export interface KnownRendition {
  readonly objectKey: string;
  readonly etag: string;
  readonly size: number;
  /** The picture. Only thumbnails are kept, because the browser requests five of them at a time and repeatedly. */
  readonly jpeg?: Uint8Array;
}

/**
 * A cache of renditions, limited by the bytes of their pictures. The least recently used rendition is dropped first.
 * The cache also ensures that only one caller creates a rendition.
 */
export class RenditionCache {
  private readonly known = new Map<string, KnownRendition>();
  private readonly underWay = new Map<string, Promise<unknown>>();
  private bytes = 0;

  constructor(private readonly maxBytes: number) {}

  find(key: string): KnownRendition | undefined {
    const found = this.known.get(key);
    if (!found) return undefined;
    this.known.delete(key);
    this.known.set(key, found);
    return found;
  }

  remember(rendition: KnownRendition): void {
    this.forget(rendition.objectKey);
    this.known.set(rendition.objectKey, rendition);
    this.bytes += weight(rendition);
    for (const oldest of this.known.keys()) {
      if (this.bytes <= this.maxBytes) return;
      this.forget(oldest);
    }
  }

  forget(key: string): void {
    const found = this.known.get(key);
    if (!found) return;
    this.known.delete(key);
    this.bytes -= weight(found);
  }

  /** Creates something once. Callers that request the same key in the meantime share the result. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const running = this.underWay.get(key);
    // A key belongs to one kind of work, so the promise has the type T.
    if (running) return running as Promise<T>;
    const made = make().finally(() => this.underWay.delete(key));
    this.underWay.set(key, made);
    return made;
  }
}

const entryBytes = 500;
const weight = ({ jpeg }: KnownRendition): number => entryBytes + (jpeg?.byteLength ?? 0);
