import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as z from 'zod/mini';

const attribute = z.object({
  key: z.string(),
  value: z.object({
    stringValue: z.optional(z.string()),
    intValue: z.optional(z.union([z.string(), z.number()])),
    doubleValue: z.optional(z.number()),
    boolValue: z.optional(z.boolean()),
  }),
});
const attributes = z.array(attribute);

/** The parts of an `ExportTraceServiceRequest` that tests read. */
const exported = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              traceId: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
              spanId: z.string().check(z.regex(/^[0-9a-f]{16}$/)),
              parentSpanId: z.optional(z.string()),
              name: z.string(),
              kind: z.int(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes: z.optional(attributes),
            }),
          ),
        }),
      ),
    }),
  ),
});

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  /** Empty for the first span of a trace. */
  readonly parentSpanId: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

/** An OTLP receiver that takes JSON over HTTP at /v1/traces, like a collector. */
export class OtlpReceiver {
  spans: ReceivedSpan[] = [];
  resource: Record<string, unknown> = {};
  /** All received spans as one text. */
  text = '';

  private constructor(private readonly server: Server) {}

  static async start(): Promise<OtlpReceiver> {
    const server = createServer((request, response) => {
      const answer = async (): Promise<void> => {
        const right = request.method === 'POST' && request.url === '/v1/traces';
        if (right) receiver.take(await json(request));
        response.writeHead(right ? 200 : 404, { 'content-type': 'application/json' }).end('{}');
      };
      answer().catch((error: unknown) => response.writeHead(400).end(String(error)));
    });
    const receiver = new OtlpReceiver(server);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    return receiver;
  }

  /** The OTLP address of this receiver. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  forget(): void {
    this.spans = [];
    this.text = '';
  }

  /** @throws unless there is exactly one span of that name */
  one(name: string): ReceivedSpan {
    const found = this.spans.filter((span) => span.name === name);
    if (found.length !== 1 || !found[0])
      throw new Error(
        `${found.length} spans ${name} among ${this.spans.map((span) => span.name).join(', ')}`,
      );
    return found[0];
  }

  /** The names of the spans from the first one of the trace to the given one. */
  pathTo(span: ReceivedSpan): string[] {
    const parent = this.spans.find(({ spanId }) => spanId === span.parentSpanId);
    return [...(parent ? this.pathTo(parent) : []), span.name];
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private take(body: unknown): void {
    this.text += JSON.stringify(body);
    for (const { resource, scopeSpans } of z.parse(exported, body).resourceSpans) {
      this.resource = valuesOf(resource.attributes);
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({
          ...span,
          parentSpanId: span.parentSpanId ?? '',
          attributes: valuesOf(span.attributes ?? []) as Record<string, string>,
        });
    }
  }
}

const valuesOf = (found: z.infer<typeof attributes>): Record<string, unknown> =>
  Object.fromEntries(found.map(({ key, value }) => [key, Object.values(value)[0]]));
