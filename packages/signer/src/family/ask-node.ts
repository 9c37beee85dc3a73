import { isLocalUrl } from '../chain.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { plainText } from './plain-text.ts'

const maxAnswerLength = 2_000_000

/**
 * Sends one request to a local REST node within ten seconds; returns its JSON, or its text if it is
 * not JSON. Errors: 4901 when it is unreachable, -32603 with the node's message when it refuses.
 */
export async function askNode(url: string, path: string, body?: string | object): Promise<unknown> {
  if (!isLocalUrl(url)) throw new ProviderError(4901, 'The test wallet speaks to local nodes only')
  const answer = await fetch(url.replace(/\/$/, '') + path, {
    ...writeRequest(body),
    signal: AbortSignal.timeout(10_000),
  }).catch(() => {
    throw new ProviderError(4901, 'The network cannot be reached')
  })
  const text = await answer.text()
  if (text.length > maxAnswerLength)
    throw new ProviderError(-32603, 'The network answered too much')
  if (!answer.ok) throw new ProviderError(-32603, `The network refused: ${plainText(text, 300)}`)
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text
  }
}

function writeRequest(body: string | object | undefined): RequestInit {
  if (body === undefined) return {}
  if (typeof body === 'string')
    return { method: 'POST', headers: { 'content-type': 'text/plain' }, body }
  return {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }
}
