import { vi } from 'vitest'
import { createKit } from '../src/create-kit.ts'
import type { Kit } from '../src/machine/kit.ts'
import { adapter } from './fake-parts.ts'

export interface EmailStage {
  readonly kit: Kit
  readonly asked: {
    readonly method: string
    readonly url: URL
    readonly headers: Readonly<Record<string, string>>
    readonly body: string
  }[]
}

/**
 * A kit with a gateway that gives the same answer to every call, in place of `fetch`; undone by
 * `vi.unstubAllGlobals`.
 */
export function emailStage({
  json,
  status = 200,
  retryAfter,
}: {
  readonly json: unknown
  readonly status?: number
  /** Seconds. */
  readonly retryAfter?: number
}): EmailStage {
  const asked: EmailStage['asked'] = []
  vi.stubGlobal(
    'fetch',
    async (address: string, { method = 'GET', body = '', headers = {} }: RequestInit = {}) => {
      asked.push({
        method,
        url: new URL(address),
        headers: headers as Record<string, string>,
        body: `${body}`,
      })
      const more = retryAfter === undefined ? {} : { 'retry-after': `${retryAfter}` }
      return new Response(JSON.stringify(json), { status, headers: more })
    },
  )
  const gateway = { url: 'https://gateway.example', project: 'shop' }
  return { kit: createKit({ adapters: [adapter('alpha')], storage: null, gateway }), asked }
}
