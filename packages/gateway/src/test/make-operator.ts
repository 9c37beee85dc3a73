import { Hono } from 'hono'
import { type Config, configSchema } from '../base/config/schema.ts'
import type { Sql } from '../data/sql.ts'
import { createAuthorizer } from '../features/operator/authorize.ts'
import { databaseSettings } from '../features/operator/database-settings.ts'
import { operatorApp } from '../features/operator/operator-app.ts'
import { operatorCalls } from '../features/operator/operator-calls.ts'
import type { ListenTail } from '../features/operator/tail-stream.ts'
import { makeGateway } from './make-gateway.ts'

export const operatorToken = 'lko_test_0123456789abcdefghijklmnop'

export interface MadeOperator {
  /** A call of the operator API, by default with the operator's own token. */
  ask(
    path: string,
    init?: {
      method?: string
      body?: unknown
      token?: string | undefined
      headers?: Record<string, string>
    },
  ): Promise<{
    status: number
    json: unknown
    headers: Headers
    body: ReadableStream<Uint8Array> | null
  }>
  readonly logged: string[]
  readonly settings: ReturnType<typeof databaseSettings>
}

/** The operator API behind a gateway in memory, on a database. */
export function makeOperator(
  db: Sql,
  more: {
    listen?: ListenTail
    isDevelopment?: boolean
    signal?: AbortSignal
    keys?: Record<string, string>
    orders?: Config['orders']
  } = {},
): MadeOperator {
  const upstreams = Object.fromEntries(
    Object.entries(more.keys ?? {}).map(([name, key]) => [
      name,
      { url: 'https://upstream.example', chains: ['eip155:1'], key },
    ]),
  )
  const { zeroEx, coinbase, ...others } = upstreams
  const config = configSchema.parse({ upstreams: others, swap: { zeroEx }, onramp: { coinbase } })
  const settings = databaseSettings(db, config)
  const logged: string[] = []
  const log = {
    info: (fields: object) => logged.push(JSON.stringify(fields)),
    error: (fields: object) => logged.push(JSON.stringify(fields)),
  }
  const operator = new Hono().route(
    '/',
    operatorApp({
      db,
      settings,
      ...(more.orders ? { orders: more.orders } : {}),
      log,
      authorizer: createAuthorizer(db, operatorToken),
      listen: more.listen ?? (() => () => {}),
      callerOf: (context) => context.req.header('x-caller') ?? 'caller',
      isDevelopment: more.isDevelopment ?? true,
      signal: more.signal ?? new AbortController().signal,
    }),
  )
  const { app } = makeGateway({ log, operator })
  return {
    logged,
    settings,
    async ask(path, { method = 'GET', body, headers = {}, ...init } = {}) {
      const token = 'token' in init ? init.token : operatorToken
      const response = await app.request(path, {
        method,
        headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers },
        ...(body === undefined
          ? {}
          : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      const isJson = response.headers.get('content-type')?.includes('json')
      const json: unknown = isJson ? await response.json() : undefined
      if (response.ok) asDescribed(method, path, response.status, json)
      return {
        status: response.status,
        json,
        headers: response.headers,
        body: isJson ? null : response.body,
      }
    },
  }
}

/** Every answer of a test is held against what the OpenAPI document says of the call. */
function asDescribed(method: string, path: string, status: number, json: unknown): void {
  const [asked = ''] = path.split('?')
  const call = operatorCalls.find(
    (one) =>
      one.method === method.toLowerCase() &&
      new RegExp(`^/operator${one.path.replace(/:\w+/g, '[^/]+')}$`).test(asked),
  )
  const { error } = call?.answer?.safeParse(json) ?? {}
  if (!call || call.status !== status || error || (json !== undefined && !call.answer))
    throw new Error(
      `${method} ${path} answers ${status}, not as described: ${error?.message ?? ''}`,
    )
}
