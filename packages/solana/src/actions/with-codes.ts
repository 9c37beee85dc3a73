import { hasCode } from '@latchkey/protocol'

/**
 * Gives what a wallet or node throws one of our codes. The table of their errors is loaded with the
 * first error that needs it.
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
