/** A door before a server whose network can swallow packets. */
export interface SwallowingProxy {
  readonly port: number;
  readonly connections: number;
  /** What is open now gets no answer any more and is told nothing; new connections work. */
  halfOpen(): void;
  /** Nothing comes through in either direction. */
  blackHole(): void;
  heal(): void;
  close(): Promise<void>;
}

/** @param url of the server on this machine; answers its address through the proxy too */
export async function proxyBefore(url: string): Promise<{ proxy: SwallowingProxy; url: string }> {
  const address = new URL(url);
  const harness: string = new URL('../bench/faults/proxy.mjs', import.meta.url).href;
  const { Proxy } = await import(harness);
  const proxy: SwallowingProxy = await Proxy.open(Number(address.port));
  address.hostname = '127.0.0.1';
  address.port = String(proxy.port);
  return { proxy, url: address.href };
}
