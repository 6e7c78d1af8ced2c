/** Nest token of the `EventLog`. */
export const EVENT_LOG = Symbol('EVENT_LOG');

export interface EventRecord {
  readonly topic: string;
  /** The aggregate. Records with the same key keep their order. */
  readonly key: string;
  /** The envelope as JSON. */
  readonly body: string;
}

export interface Subscription {
  readonly topic: string;
  /** Processes of one group share the records between them. */
  readonly group: string;
  /** How many records may be delivered, in order, before the first of them is acknowledged. */
  readonly atOnce: number;
  /**
   * Resolves when the record is done; rejects when it must be delivered again.
   * @param deliveries 1 for the first delivery; more when a process died while it worked on the record
   */
  readonly onRecord: (body: string, deliveries: number) => Promise<void>;
}

export interface Tail {
  readonly topics: readonly string[];
  readonly onRecord: (body: string) => void;
  /** Called when listening starts, and after each interruption, because records may have been missed before. */
  readonly onGap: () => void;
}

export type Stop = () => Promise<void>;

/** The identity of a log. Both fields are texts without spaces. */
export interface Epoch {
  /** Changes when all earlier records are gone. */
  readonly life: string;
  /**
   * Changes when the last records that were written before may be gone, because a replica took over or the server
   * crashed.
   */
  readonly server: string;
}

export interface Backlog {
  readonly records: number;
  /** Age of the oldest record in milliseconds. */
  readonly oldestMs: number;
}

/** The log that carries facts: Redis Streams or Kafka. */
export interface EventLog {
  /**
   * Writes the records in order.
   * @throws unless it is certain that all records are written
   */
  publish(records: readonly EventRecord[]): Promise<void>;
  /** Reads a topic from its beginning. A log may deliver fewer records at once than `atOnce`. */
  subscribe(subscription: Subscription): Promise<Stop>;
  /** Delivers every new record to this process. Unlike `subscribe`, it does not share records with other processes. */
  tail(tail: Tail): Promise<Stop>;
  /** Stores a record that no consumer could read. */
  bury(service: string, record: { readonly reason: string; readonly body: string }): Promise<void>;
  /** Identifies the log, so that its replacement can be detected. */
  epoch(): Promise<Epoch>;
  /**
   * Deletes the records that every group has acknowledged, but always keeps the newest record. Does nothing if the log
   * deletes records by itself.
   */
  trim(topic: string): Promise<void>;
  /** The records that a group has not acknowledged. @throws when the log does not answer */
  backlog(topic: string, group: string): Promise<Backlog>;
  /** The longest time for which a reader of this process has had no answer from the log, not even an empty one. */
  readonly silentMs: number;
  /**
   * False if a process can do most of its work without this log. Such a process is ready even when it reads no facts.
   */
  readonly isRequired: boolean;
  close(): Promise<void>;
}
