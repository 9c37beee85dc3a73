import type { Features, Session } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import type { MethodName, ParamsOf } from '@latchkey/wbip/request'
import { isTaproot } from '../encoding/is-taproot.ts'
import type { Wire } from '../wire.ts'

/** Methods that this adapter's actions call by `request`. */
const asked: readonly string[] = [
  'getAddresses',
  'signPsbt',
  'sendTransfer',
  'signMessage',
] satisfies MethodName[]

/** The features of a wallet on the page or behind a transport. */
export function featuresOf(
  wire: Wire,
  held: { session(): Session | undefined; publicKey(address: string): string | undefined },
): Required<Pick<Features, 'signMessage' | 'transfer' | 'request'>> {
  const accountOf = (account: string) =>
    held.session()?.accounts.find((one) => one.account === account)
  return {
    async signMessage({ account, message, signal }) {
      const granted = accountOf(account)
      if (!granted)
        throw new LatchkeyError('account-missing', {
          reason: 'the wallet did not grant this account',
        })
      const text =
        typeof message === 'string'
          ? message
          : new TextDecoder('utf-8', { fatal: true }).decode(message)
      const address = addressOf(account)
      // A wallet may have one address for all purposes. An ECDSA signature cannot prove a Taproot
      // address (BIP-137 defines none).
      const protocol = granted.type === 'ordinals' || isTaproot(address) ? 'BIP322' : 'ECDSA'
      const params = { address, message: text, protocol } as const
      const chain = account.slice(0, account.lastIndexOf(':')) as `${string}:${string}`
      const { signature } = await wire.ask('signMessage', params, { chain, signal })
      return { signature }
    },
    async transfer(parameters) {
      const { transferAsset } = await import('../features/transfer.ts')
      const { from } = parameters.transfer
      return transferAsset(
        { wire, account: accountOf(from), publicKey: held.publicKey(addressOf(from)) },
        parameters,
      )
    },
    async request({ chain, method, params, signal }) {
      if (!asked.includes(method))
        throw new LatchkeyError('rpc-method-not-found', {
          reason: `wallets are not asked for ${method.slice(0, 40)}`,
        })
      const network = method === 'signMessage' ? undefined : wire.network(chain)
      const { account, ...rest } = (params ?? {}) as { readonly account?: string }
      const whole = { ...rest, ...(network !== undefined && { network }) }
      return wire.ask(method as MethodName, whole as ParamsOf<MethodName>, {
        chain,
        account,
        signal,
      })
    },
  }
}
