import { invokeMethod } from '../ask/invoke-method.ts'
import { type Provider, peekAt } from '../wallet/provider.ts'
import type { WalletFunctions } from './call-own-functions.ts'
import { sendTransfer, signMessage, signPsbt } from './unisat.ts'

async function getAddresses(provider: Provider): Promise<unknown> {
  const answer = await invokeMethod(provider, 'connect')
  return {
    addresses: [
      {
        address: peekAt(answer, 'address'),
        publicKey: peekAt(answer, 'publicKey'),
        purpose: 'payment',
      },
    ],
  }
}

/**
 * How to send requests to wallets with OKX's functions: they have one object per network, and
 * `connect` returns one account.
 */
export const okxFunctions: WalletFunctions = {
  getAddresses,
  wallet_connect: getAddresses,
  sendTransfer,
  signMessage,
  signPsbt,
}
