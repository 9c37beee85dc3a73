import type { Features, Session } from '@latchkey/core'
import { type AccountId, LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf } from '@latchkey/wbip/request'
import type { Wire } from '../wire.ts'

/** Methods whose requests name a network. */
const sendingMethods: readonly string[] = [
  'stx_transferStx',
  'stx_transferSip10Ft',
  'stx_transferSip9Nft',
  'stx_callContract',
  'stx_deployContract',
]

/** The features of a wallet for its granted accounts, on the page or behind a transport. */
export function featuresOf(
  wire: Wire,
  session: () => Session | undefined,
): Required<Pick<Features, 'signMessage' | 'transfer' | 'request'>> {
  const checkAccountGranted = (account: AccountId) => {
    if (!session()?.accounts.some((one) => one.account === account))
      throw new LatchkeyError('account-missing', {
        reason: 'the wallet did not grant this account',
      })
  }
  return {
    async signMessage(parameters) {
      checkAccountGranted(parameters.account)
      return (await import('../features/sign-message.ts')).signMessage(wire, parameters)
    },
    async transfer(parameters) {
      checkAccountGranted(parameters.transfer.from)
      return (await import('../features/transfer.ts')).transferAsset(wire, parameters)
    },
    request: ({ chain, method, params, signal }) => {
      const network = sendingMethods.includes(method) &&
        typeof params === 'object' && { network: wire.networkName(chain) }
      const wireParams = network ? { ...network, ...params } : params
      return wire.ask(method as MethodName, wireParams as ParamsOf<MethodName>, {
        chain,
        ...(signal && { signal }),
      })
    },
  }
}
