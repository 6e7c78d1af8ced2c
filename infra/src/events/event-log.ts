/** Nest token of the `EventLog`. */
export const EVENT_LOG = Symbol('EVENT_LOG');

export interface EventRecord {
  readonly topic: string;
  /** The aggregate: records of one key keep their order. */
  readonly key: string;
  /** The envelope as JSON. */
  readonly body: string;
}

export interface Subscription {
  readonly topic: string;
  /** Processes of one group share the records. */
  readonly group: string;
  /** Records that are handed over, in their order, before the first of them is done with. */
  readonly atOnce: number;
  /**
   * Resolves when the record is done with; rejects when it must be delivered again.
   * @param deliveries counts from 1; more after a process died with the record
   */
  readonly onRecord: (body: string, deliveries: number) => Promise<void>;
}

export interface Tail {
  readonly topics: readonly string[];
  readonly onRecord: (body: string) => void;
  /** Listening begins, or began again after a loss: records may have been missed before. */
  readonly onGap: () => void;
}

export type Stop = () => Promise<void>;

/** Both are texts without blanks. */
export interface Epoch {
  /** Another one means that all records before are gone. */
  readonly life: string;
  /** Another one means that the newest records before may be gone: a replica took over, or the server crashed. */
  readonly server: string;
}

export interface Backlog {
  readonly records: number;
  /** Age of the oldest of them, in milliseconds. */
  readonly oldestMs: number;
}

/** The log that facts travel through: Redis Streams, or Kafka. */
export interface EventLog {
  /** Writes the records in order. @throws when it is not sure that all are written */
  publish(records: readonly EventRecord[]): Promise<void>;
  /** Reads a topic from its beginning on. A log may hand over fewer at once than it is asked for. */
  subscribe(subscription: Subscription): Promise<Stop>;
  /** Hears everything from now on, in this process alone. */
  tail(tail: Tail): Promise<Stop>;
  /** Keeps what no consumer could read. */
  bury(service: string, record: { readonly reason: string; readonly body: string }): Promise<void>;
  /** Tells whether the log is still the one that was written to. */
  epoch(): Promise<Epoch>;
  /** Deletes what every group is done with, except for the newest; a log that does so by itself does nothing. */
  trim(topic: string): Promise<void>;
  /** What a group has not done yet; undefined where the log is measured by tools of its own. */
  backlog(topic: string, group: string): Promise<Backlog | undefined>;
  /** The longest time that a reader of this process has heard nothing from the log, not even that nothing is new. */
  readonly silentMs: number;
  close(): Promise<void>;
}
