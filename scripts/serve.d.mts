import type { IncomingMessage, ServerResponse } from 'node:http'

type Handler = (request: IncomingMessage, response: ServerResponse) => void

export declare function serveFolder(
  folder: string,
  options?: {
    readonly headers?: Readonly<Record<string, string>>
    readonly replace?: Readonly<Record<string, string>>
    readonly hasPages?: boolean
  },
): Handler

export declare function listenLoopback(
  handler: Handler,
  port: number,
): Promise<{ readonly port: number; close(): Promise<void> }>
