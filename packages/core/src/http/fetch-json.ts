import { LatchkeyError } from '@latchkey/protocol'
import { fetchText } from './fetch-text.ts'

/**
 * Sends one HTTP request for JSON, limited in time (10 s) and size of the answer (10 MiB).
 * @throws what `fetchText` throws | `gateway-answer-invalid`
 */
export async function fetchJson(url: string, options?: fetchText.Options): Promise<unknown> {
  const text = await fetchText(url, options)
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new LatchkeyError('gateway-answer-invalid', { cause })
  }
}

export declare namespace fetchJson {
  type Options = fetchText.Options
}
