export class MailServer {
  acceptMs: number;
  readonly letters: number;
  readonly port: number;
  start(): Promise<void>;
  stop(): Promise<void>;
}
