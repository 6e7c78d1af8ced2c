/** A proxy in front of a server. It can drop packets like a faulty network. */
export interface SwallowingProxy {
  readonly port: number;
  readonly connections: number;
  /** Connections since the start, including those that have ended. */
  readonly opened: number;
  /** From now on, the open connections receive neither data nor an error. New connections work. */
  halfOpen(): void;
  /** Lets nothing pass in either direction. */
  blackHole(): void;
  heal(): void;
  /** Ends a black hole: new connections work, and connections that lost bytes stay open but pass nothing on. */
  healSilently(): void;
  close(): Promise<void>;
}

/**
 * @param url the server's address on this machine
 * @returns the proxy, and the server's address through the proxy
 */
export async function proxyBefore(url: string): Promise<{ proxy: SwallowingProxy; url: string }> {
  const address = new URL(url);
  const harness: string = new URL('../bench/faults/proxy.mjs', import.meta.url).href;
  const { Proxy } = await import(harness);
  const proxy: SwallowingProxy = await Proxy.open(Number(address.port));
  address.hostname = '127.0.0.1';
  address.port = String(proxy.port);
  return { proxy, url: address.href };
}
