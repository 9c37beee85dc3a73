import { readBounded } from '@latchkey/protocol/read-bounded'

type Fetch = (url: string, init: RequestInit) => Promise<Response>

const maxAnswerBytes = 262_144

/**
 * Creates a `fetch` for requests to sign-in providers: it follows no redirect and refuses an answer
 * above 256 KiB.
 */
export function boundedFetch(fetchOne: Fetch): Fetch {
  return async (url, init) => {
    const answer = await fetchOne(url, { ...init, redirect: 'manual' })
    const bytes = await readBounded(answer, maxAnswerBytes, init.signal ?? undefined)
    if (!bytes) throw new Error('the answer of the provider is too large')
    const { status, headers } = answer
    const hasBody = ![101, 204, 205, 304].includes(status) && status >= 200
    return new Response(hasBody ? (bytes as Uint8Array<ArrayBuffer>) : null, { status, headers })
  }
}
