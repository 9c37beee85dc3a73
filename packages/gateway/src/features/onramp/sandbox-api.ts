import type { Fetch } from '../../base/http/node-rounds.ts'
import { refusal } from '../../base/refuse.ts'
import { askUpstream } from './ask-upstream.ts'

export interface SandboxConnection {
  readonly url: string
  readonly timeoutMs: number
  readonly key?: string | undefined
}

/**
 * Makes one call to the demo server `apps/sandbox`. Its status 400 becomes a refusal with the same
 * field, its status 404 becomes `undefined`.
 */
export type AskSandbox = (path: string, body?: object, signal?: AbortSignal) => Promise<unknown>

/** Creates the client of the demo server `apps/sandbox`. */
export function askSandbox(
  { url, timeoutMs, key }: SandboxConnection,
  fetchUpstream: Fetch = fetch,
): AskSandbox {
  const baseUrl = url.replace(/\/+$/, '')
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` }
  return async (path, body, signal) => {
    const { status, json } = await askUpstream(
      `${baseUrl}${path}`,
      { timeoutMs, headers, signal, ...(body && { body }) },
      fetchUpstream,
    )
    if (status === 200) return json
    if (status === 404) return undefined
    const { field, description } = (json ?? {}) as { field?: unknown; description?: unknown }
    if (status === 400 && typeof field === 'string' && typeof description === 'string')
      throw refusal(400, field.slice(0, 64), description.slice(0, 200))
    throw refusal(503, '', `The sandbox answers ${status}`)
  }
}
