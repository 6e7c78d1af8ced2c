/** A rendition that is known to be in the object store. */
export interface KnownRendition {
  readonly objectKey: string;
  readonly etag: string;
  readonly size: number;
  /** Kept only for thumbnails, which are requested five at a time and repeatedly. */
  readonly jpeg?: Uint8Array;
}

/**
 * Least recently used renditions, limited by the bytes of their pictures. It also makes sure that only one caller
 * creates a rendition.
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

  /** Callers that request a key while it is being created share the first one's result. */
  once<T>(key: string, make: () => Promise<T>): Promise<T> {
    const running = this.underWay.get(key);
    // A key belongs to one kind of work, so its promise has that type.
    if (running) return running as Promise<T>;
    const made = make().finally(() => this.underWay.delete(key));
    this.underWay.set(key, made);
    return made;
  }
}

const entryBytes = 500;
const weight = ({ jpeg }: KnownRendition): number => entryBytes + (jpeg?.byteLength ?? 0);
