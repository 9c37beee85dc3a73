import type { Features } from '@latchkey/core'
import { addressOf, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import type { ToyProvider } from './provider.ts'

/** What a toy wallet can do. Each answer is checked, and an aborted request is waited for no more. */
export function featuresOf(
  provider: ToyProvider,
): Required<Pick<Features, 'signMessage' | 'switchChain' | 'transfer' | 'request'>> {
  return {
    async signMessage({ account, message, signal }) {
      const text = typeof message === 'string' ? message : new TextDecoder().decode(message)
      const params = { account: addressOf(account), message: text }
      const signature = await race(() => provider.request('toy_sign', params), signal)
      return { signature: checkHex(signature, 128, 'signature') }
    },
    async switchChain({ chain, signal }) {
      await race(() => provider.request('toy_switch', { chain: chain.id }), signal)
    },
    async transfer({ transfer, signal }) {
      const { from, to, amount } = transfer
      const params = { account: addressOf(from), to, amount: String(amount) }
      const hash = await race(() => provider.request('toy_send', params), signal)
      return { hash: checkHex(hash, 64, 'transaction hash') }
    },
    // The family has no nodes: its wallets answer for the chain.
    request: ({ chain, method, params, signal }) =>
      race(() => provider.request('toy_read', { chain, method, params }), signal),
  }
}

function checkHex(answer: unknown, length: number, what: string): string {
  if (typeof answer === 'string' && answer.length === length && /^[0-9a-f]+$/.test(answer))
    return answer
  throw new LatchkeyError('wallet-answer-invalid', { reason: `the wallet answered no ${what}` })
}
