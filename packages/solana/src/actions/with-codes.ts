import { hasCode } from '@latchkey/protocol'

/**
 * Converts an error that a wallet or node throws to a Latchkey error with a code. The table of
 * known errors is loaded with the first error that needs it.
 */
export async function withCodes<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (cause) {
    if (hasCode(cause)) throw cause
    const { toLatchkeyError } = await import('./to-latchkey-error.ts')
    throw toLatchkeyError(cause)
  }
}
