import type { Features, Session } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf } from '@latchkey/wbip/request'
import { isTaproot } from '../encoding/is-taproot.ts'
import type { Wire } from '../wire.ts'

/** Methods that this adapter's actions call by `request`. */
const allowedMethods: readonly string[] = [
  'getAddresses',
  'signPsbt',
  'sendTransfer',
  'signMessage',
] satisfies MethodName[]

/** The features of a wallet on the page or behind a transport. */
export function featuresOf(
  wire: Wire,
  sessionState: { session(): Session | undefined; publicKey(address: string): string | undefined },
): Required<Pick<Features, 'signMessage' | 'transfer' | 'request'>> {
  const accountOf = (account: string) =>
    sessionState.session()?.accounts.find((one) => one.account === account)
  return {
    async signMessage({ account, message, isSignIn, signal }) {
      const grantedAccount = accountOf(account)
      if (!grantedAccount)
        throw new LatchkeyError('account-missing', {
          reason: 'the wallet did not grant this account',
        })
      const messageText =
        typeof message === 'string'
          ? message
          : new TextDecoder('utf-8', { fatal: true }).decode(message)
      const address = addressOf(account)
      // A Taproot address needs BIP-322, even if it is the wallet's payment address, because an
      // ECDSA signature cannot prove it (BIP-137 defines none for Taproot). A sign-in is always
      // signed by BIP-322, because no other standard covers every type of address.
      const needsBip322 = isSignIn || grantedAccount.type === 'ordinals' || isTaproot(address)
      const protocol = needsBip322 ? 'BIP322' : 'ECDSA'
      const params = { address, message: messageText, protocol } as const
      const chain = account.slice(0, account.lastIndexOf(':')) as `${string}:${string}`
      const { signature } = await wire.ask('signMessage', params, { chain, signal })
      return { signature }
    },
    async transfer(parameters) {
      const { transferAsset } = await import('../features/transfer.ts')
      const { from } = parameters.transfer
      return transferAsset(
        { wire, account: accountOf(from), publicKey: sessionState.publicKey(addressOf(from)) },
        parameters,
      )
    },
    async request({ chain, method, params, signal }) {
      if (!allowedMethods.includes(method))
        throw new LatchkeyError('rpc-method-not-found', {
          reason: `wallets are not asked for ${method.slice(0, 40)}`,
        })
      const network = method === 'signMessage' ? undefined : wire.network(chain)
      const { account, ...otherParams } = (params ?? {}) as { readonly account?: string }
      const fullParams = { ...otherParams, ...(network !== undefined && { network }) }
      return wire.ask(method as MethodName, fullParams as ParamsOf<MethodName>, {
        chain,
        account,
        signal,
      })
    },
  }
}
