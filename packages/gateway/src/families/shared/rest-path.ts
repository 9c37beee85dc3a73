import type { NodeCall } from '../../ports/node-port.ts'

/** A kind of request that pages may send to a REST server. */
export interface RestPath {
  readonly method: 'GET' | 'POST'
  /** Pattern of the whole path; its character sets exclude `..` and encoded slashes. */
  readonly path: RegExp
  /** Allowed query parameters with the patterns of their values. */
  readonly query?: Readonly<Record<string, RegExp>>
  /** Whether a request may have this body; only for POST requests. */
  readonly isBody?: (body: unknown) => boolean
}

/** A request to a REST server, as read from a JSON-RPC call of a page. */
export interface RestCall {
  readonly method: 'GET' | 'POST'
  /** Path with its query; starts with a slash. */
  readonly path: string
  /** Body of a POST request: text, or a value that is sent as JSON. */
  readonly body?: unknown
}

const maxPathLength = 1_024
/**
 * Matches paths without anything that a server or proxy might interpret differently: `%2e`, `\`,
 * `#`, `@`, `//`, control characters and spaces.
 */
const plainPath =
  /^(?:\/(?!\.{1,2}(?:[/?]|$))(?:[\w.:-]|%(?:21|2A|2B|3C|3D|3E|3F))+)+(?:\?[\w=&.,-]+)?$/

/**
 * Reads a REST request from a call whose method is `GET` (parameters `[path]`) or `POST` (`[path,
 * body]`); undefined for other calls.
 */
export function readRestCall({ method, params }: NodeCall): RestCall | undefined {
  if (method !== 'GET' && method !== 'POST') return undefined
  const paramList: unknown = params === undefined ? undefined : JSON.parse(params)
  if (!Array.isArray(paramList) || paramList.length !== (method === 'GET' ? 1 : 2)) return undefined
  const [path, body] = paramList as readonly unknown[]
  if (typeof path !== 'string' || path.length > maxPathLength || !plainPath.test(path))
    return undefined
  return method === 'GET' ? { method, path } : { method, path, body }
}

/** Whether a call is a REST request that one of these paths allows. */
export function isListedPath(call: NodeCall, paramList: readonly RestPath[]): boolean {
  const restCall = readRestCall(call)
  if (!restCall) return false
  const [path = '', queryText] = restCall.path.split('?')
  return paramList.some(
    (one) =>
      one.method === restCall.method &&
      one.path.test(path) &&
      isQuery(queryText, one.query ?? {}) &&
      (restCall.method === 'GET' || one.isBody?.(restCall.body) === true),
  )
}

function isQuery(
  queryText: string | undefined,
  knownParameters: Readonly<Record<string, RegExp>>,
): boolean {
  if (queryText === undefined) return true
  const queryPairs = queryText.split('&').map((pair) => pair.split('='))
  const names = queryPairs.map(([name = '']) => name)
  return (
    new Set(names).size === names.length &&
    queryPairs.every(([name = '', value = '', ...extraParts]) => {
      const pattern = Object.hasOwn(knownParameters, name) ? knownParameters[name] : undefined
      return extraParts.length === 0 && pattern?.test(value) === true
    })
  )
}
