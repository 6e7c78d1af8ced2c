import { createPublicKey, createSecretKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;

const der = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/** The keys of processes by name, the current one first. While a key is being replaced, its process has two. */
export type NamedKeys = ReadonlyMap<string, readonly KeyObject[]>;

/**
 * The keys with which a process proves to another process that it sent a command. Each process has an X25519 key pair,
 * so any two processes share a key that no other process can derive. A process has only its own private key; the
 * launcher and tests have several.
 */
export class ProcessKeys {
  private readonly shared = new Map<string, readonly KeyObject[]>();

  /** @throws Error when a private key does not match the public key of the same name */
  constructor(
    private readonly held: NamedKeys,
    private readonly known: NamedKeys,
  ) {
    for (const [name, keys] of held) {
      const publicKeys = known.get(name);
      for (const key of keys)
        if (publicKeys && !publicKeys.some((one) => one.equals(createPublicKey(key))))
          throw new Error(`the private key of ${name} does not belong to its public key`);
    }
  }

  /** True if this process can sign as `name`. */
  holds(name: string): boolean {
    return this.held.has(name) && this.known.has(name);
  }

  knows(name: string): boolean {
    return this.known.has(name);
  }

  /** Names of all processes whose public key is known. */
  get names(): string[] {
    return [...this.known.keys()];
  }

  /**
   * The keys with which `from` proves its identity to `to` for one purpose. Only these two processes can derive the
   * keys. The first key signs. While keys are being replaced, the receiver accepts all of them.
   * @throws Error if this process has neither private key, or does not know one of the two processes
   */
  between(from: string, to: string, purpose: string): readonly [KeyObject, ...KeyObject[]] {
    const name = `${purpose}\n${from}\n${to}`;
    const keys = this.shared.get(name) ?? this.derive(from, to, name);
    this.shared.set(name, keys);
    const [first, ...others] = keys;
    if (!first) throw new Error(`this process can prove nothing as ${from} and check nothing as ${to}`);
    return [first, ...others];
  }

  /**
   * The secrets that all replicas of one process share. The first one is current.
   * @throws Error if this process does not have the private key of `name`
   */
  own(name: string, purpose: string): readonly [KeyObject, ...KeyObject[]] {
    const [first, ...others] = (this.held.get(name) ?? []).map((key) => {
      const bytes = key.export({ type: 'pkcs8', format: 'der' });
      return createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `own ${purpose}`, KEY_BYTES)));
    });
    if (!first) throw new Error(`the key of ${name} is not held here`);
    return [first, ...others];
  }

  private derive(from: string, to: string, purpose: string): readonly KeyObject[] {
    const [senders, receivers] = [this.known.get(from), this.known.get(to)];
    if (!senders || !receivers) throw new Error(`there is no public key of ${senders ? to : from}`);
    const signs = this.held.has(from);
    const held = this.held.get(signs ? from : to) ?? [];
    return held.flatMap((privateKey) => {
      const ownPublic = createPublicKey(privateKey);
      return (signs ? receivers : senders).map((other) => {
        const secret = diffieHellman({ privateKey, publicKey: other });
        const ends = signs ? [ownPublic, other] : [other, ownPublic];
        const salt = Buffer.concat(ends.map(der));
        return createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, purpose, KEY_BYTES)));
      });
    });
  }
}
