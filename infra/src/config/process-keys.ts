import { createPublicKey, createSecretKey, diffieHellman, hkdfSync, type KeyObject } from 'node:crypto';

const KEY_BYTES = 32;

const der = (key: KeyObject): Buffer => key.export({ type: 'spki', format: 'der' });

/**
 * The keys that prove to processes who sent a command. Each process has an X25519 key pair, so any two share a key that
 * no third can derive. A process has only its own private key; the launcher and tests have several.
 */
export class ProcessKeys {
  private readonly shared = new Map<string, KeyObject>();

  /** @throws Error when a private key does not match the public key known under its name */
  constructor(
    private readonly held: ReadonlyMap<string, KeyObject>,
    private readonly known: ReadonlyMap<string, KeyObject>,
  ) {
    for (const [name, key] of held) {
      const publicKey = known.get(name);
      if (publicKey && !publicKey.equals(createPublicKey(key)))
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
   * The key with which `from` proves its identity to `to` for one purpose; only these two can derive it.
   * @throws Error if neither private key is held, or one of the two is unknown
   */
  between(from: string, to: string, purpose: string): KeyObject {
    const name = `${purpose}\n${from}\n${to}`;
    let key = this.shared.get(name);
    if (!key) this.shared.set(name, (key = this.derive(from, to, name)));
    return key;
  }

  /**
   * A secret of one process, the same for all its replicas.
   * @throws Error if its key is not held
   */
  own(name: string, purpose: string): KeyObject {
    const key = this.held.get(name);
    if (!key) throw new Error(`the key of ${name} is not held here`);
    const bytes = key.export({ type: 'pkcs8', format: 'der' });
    return createSecretKey(Buffer.from(hkdfSync('sha256', bytes, '', `own ${purpose}`, KEY_BYTES)));
  }

  private derive(from: string, to: string, purpose: string): KeyObject {
    const [fromPublic, toPublic] = [this.known.get(from), this.known.get(to)];
    if (!fromPublic || !toPublic) throw new Error(`there is no public key of ${fromPublic ? to : from}`);
    const [own, other] = this.held.has(from)
      ? [this.held.get(from), toPublic]
      : [this.held.get(to), fromPublic];
    if (!own) throw new Error(`this process can prove nothing as ${from} and check nothing as ${to}`);
    const secret = diffieHellman({ privateKey: own, publicKey: other });
    const salt = Buffer.concat([der(fromPublic), der(toPublic)]);
    return createSecretKey(Buffer.from(hkdfSync('sha256', secret, salt, purpose, KEY_BYTES)));
  }
}
