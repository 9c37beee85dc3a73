import type { RemoteSession } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'
import {
  type MockWbipWallet,
  type MockWbipWalletOptions,
  mockWbipWallet,
  wbipPersonas,
} from '@latchkey/testing'
import { local } from './fixture.ts'

type Fields = Readonly<Record<string, unknown>>
export const methods: readonly string[] = [
  'sendTransfer',
  'signMessage',
  'signPsbt',
  'getAccountAddresses',
]

export interface Phone {
  readonly session: RemoteSession
  readonly wallet: MockWbipWallet
  /** Every request, in order. */
  readonly asked: { readonly chain: ChainId; readonly method: string; readonly params: unknown }[]
  readonly ended: unknown[]
  readonly listenerCount: () => number
  emit(event: Parameters<Parameters<RemoteSession['watch']>[0]>[0]): void
}

/**
 * A connected wallet on a phone: WalletConnect's methods for bip122, with a mock wallet behind
 * them.
 */
export function phone(
  options: Partial<MockWbipWalletOptions> & {
    readonly methods?: readonly string[]
    readonly accounts?: readonly AccountId[]
    readonly properties?: Readonly<Record<string, string>>
    readonly isHex?: boolean
  } = {},
): Phone {
  const { isHex = false, methods: allowed = methods, properties } = options
  const wallet = mockWbipWallet({
    persona: { ...wbipPersonas.plain, errors: 'answered' },
    ...options,
  })
  const { request } = wallet.provider as {
    request(method: string, params?: unknown): Promise<unknown>
  }
  void request('getAddresses', { network: 'regtest' })
  const ask = async (method: string, params: unknown) => {
    const { result, error } = (await request(method, params)) as {
      result?: unknown
      error?: unknown
    }
    if (error) throw error
    return result
  }
  const told = () => wallet.addresses().filter(({ purpose }) => purpose !== 'stacks')
  const answers: Readonly<Record<string, (params: Fields) => Promise<unknown>>> = {
    getAccountAddresses: async () =>
      told().map(({ address, publicKey, purpose }) => ({
        address,
        publicKey,
        intention: purpose === 'ordinals' ? 'ordinal' : 'payment',
      })),
    async signMessage({ address, message, protocol }) {
      const answer = await ask('signMessage', {
        address,
        message,
        protocol: String(protocol).toUpperCase(),
      })
      const { signature } = (answer ?? {}) as { signature?: unknown }
      if (!isHex || typeof signature !== 'string') return answer
      return { address, signature: Buffer.from(signature, 'base64').toString('hex') }
    },
    sendTransfer: ({ recipientAddress: address, amount }) =>
      ask('sendTransfer', { recipients: [{ address, amount }] }),
    async signPsbt({ psbt, signInputs, broadcast }) {
      const signAtIndex = (signInputs as readonly { index: number }[]).map(({ index }) => index)
      const hex = Buffer.from(String(psbt), 'base64').toString('hex')
      const answer = (await ask('signPsbt', { hex, signAtIndex, broadcast })) as Fields | null
      if (typeof answer?.hex !== 'string') return answer
      return {
        psbt: Buffer.from(answer.hex, 'hex').toString('base64'),
        ...(answer.txid !== undefined && answer),
      }
    },
  }
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const asked: Phone['asked'] = []
  const ended: unknown[] = []
  const session: RemoteSession = {
    id: 'topic',
    peer: { name: 'Phone Wallet' },
    namespaces: {
      bip122: {
        accounts:
          options.accounts ?? told().map(({ address }): AccountId => `${local.id}:${address}`),
        chains: [local.id],
      },
    },
    methods: { bip122: allowed },
    ...(properties && { properties }),
    expiresAt: 5000,
    async request(chain, method, params) {
      asked.push({ chain, method, params })
      return answers[method]?.(params as Fields)
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async end(namespace) {
      ended.push(namespace)
    },
  }
  return {
    session,
    wallet,
    asked,
    ended,
    listenerCount: () => listeners.size,
    emit(event) {
      for (const listener of [...listeners]) {
        listener(event)
      }
    },
  }
}
