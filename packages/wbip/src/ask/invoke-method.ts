import { LatchkeyError } from '@latchkey/protocol'
import { type Provider, peekAt } from '../wallet/provider.ts'
import { errorOfFailure } from './envelope.ts'

/**
 * Calls a method of a wallet's own object.
 * @throws LatchkeyError `wallet-method-unsupported` when the method is missing, else the code of
 *   the wallet's error
 */
export async function invokeMethod(
  provider: Provider,
  name: string,
  ...args: readonly unknown[]
): Promise<unknown> {
  const method = peekAt(provider, name)
  if (typeof method !== 'function')
    throw new LatchkeyError('wallet-method-unsupported', { reason: `the wallet has no ${name}` })
  try {
    return await Reflect.apply(method, provider, args)
  } catch (failure) {
    throw errorOfFailure(failure)
  }
}
