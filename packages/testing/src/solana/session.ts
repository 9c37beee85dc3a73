import type { RemoteSession } from '@latchkey/core'
import type { AccountId, ChainId } from '@latchkey/protocol'
import { base58, fromBase58 } from './bytes.ts'
import type { MockSolanaWallet } from './contract.ts'

type Fields = Readonly<Record<string, unknown>>

/**
 * Answers WalletConnect's Solana methods like a mobile wallet that has this mock wallet's accounts.
 * An answer that the test has falsified is returned unchanged.
 */
export async function answerSolana(
  wallet: MockSolanaWallet,
  sessionRequest: { readonly method: string; readonly params: unknown; readonly isBrief?: boolean },
): Promise<unknown> {
  const { pubkey, message, transaction, transactions } = (sessionRequest.params ?? {}) as Fields
  const account = wallet.accounts.find(({ address }) => address === pubkey)
  const askFeature = async (feature: string, ...inputs: readonly object[]) => {
    const answer = await wallet.ask(feature, ...inputs.map((input) => ({ ...input, account })))
    const answerItems = Array.isArray(answer) ? (answer as readonly Fields[]) : []
    const isComplete =
      answerItems.length === inputs.length &&
      answerItems.every((item) => item && Object.values(item).every(isBytes))
    return {
      answer,
      list: isComplete ? (answerItems as readonly Readonly<Record<string, Uint8Array>>[]) : null,
    }
  }
  const decodeBase64 = (text: unknown) =>
    Uint8Array.from(atob(String(text)), (item) => item.charCodeAt(0))
  const encodeBase64 = (bytes: Uint8Array = new Uint8Array()) => btoa(String.fromCharCode(...bytes))
  const shapeFirstAnswer = <T>(
    { answer, list }: Awaited<ReturnType<typeof askFeature>>,
    shape: (item: Readonly<Record<string, Uint8Array>>) => T,
  ) => (list?.[0] ? shape(list[0]) : answer)
  switch (sessionRequest.method) {
    case 'solana_getAccounts':
    case 'solana_requestAccounts':
      await wallet.ask('standard:connect')
      return wallet.accounts.map(({ address }) => ({ pubkey: address }))
    case 'solana_signMessage': {
      const signedMessage = await askFeature('solana:signMessage', {
        message: fromBase58(String(message)),
      })
      return shapeFirstAnswer(signedMessage, ({ signature }) => ({
        signature: base58(signature ?? new Uint8Array()),
      }))
    }
    case 'solana_signTransaction': {
      const signedMessage = await askFeature('solana:signTransaction', {
        transaction: decodeBase64(transaction),
      })
      return shapeFirstAnswer(signedMessage, ({ signedTransaction = new Uint8Array() }) => ({
        // Transactions here have a single signer, so the first signature is its.
        signature: base58(signedTransaction.slice(1, 65)),
        ...(!sessionRequest.isBrief && { transaction: encodeBase64(signedTransaction) }),
      }))
    }
    case 'solana_signAllTransactions': {
      const transactionInputs = (transactions as readonly string[]).map((item) => ({
        transaction: decodeBase64(item),
      }))
      const { answer, list } = await askFeature('solana:signTransaction', ...transactionInputs)
      return list
        ? { transactions: list.map(({ signedTransaction }) => encodeBase64(signedTransaction)) }
        : answer
    }
    case 'solana_signAndSendTransaction': {
      const signedMessage = await askFeature('solana:signAndSendTransaction', {
        transaction: decodeBase64(transaction),
      })
      return shapeFirstAnswer(signedMessage, ({ signature }) => ({
        signature: base58(signature ?? new Uint8Array()),
      }))
    }
  }
  throw Object.assign(new Error(`no ${sessionRequest.method}`), { code: 4200 })
}

export interface MockSolanaSession extends RemoteSession {
  /** Every request that the page sent, in order. */
  readonly requests: {
    readonly chain: ChainId
    readonly method: string
    readonly params: unknown
  }[]
  readonly ended: unknown[]
  readonly listenerCount: () => number
  emit(event: Parameters<Parameters<RemoteSession['watch']>[0]>[0]): void
}

/**
 * Simulates a WalletConnect session with a mobile wallet that has this mock wallet's accounts, each
 * on all of `chains`, and is authorised from the start.
 */
export function mockSolanaSession(
  wallet: MockSolanaWallet,
  options: {
    readonly chains: readonly ChainId[]
    readonly methods: readonly string[]
    /** Accounts in the session; default: all of the wallet's, on every chain. */
    readonly accounts?: readonly AccountId[]
    /** Whether the wallet returns a signature only, without the transaction. */
    readonly isBrief?: boolean
    readonly icon?: string
  },
): MockSolanaSession {
  const { chains, methods, isBrief = false, icon } = options
  const accountsOnChains = chains.flatMap((chain) =>
    wallet.accounts.map(({ address }): AccountId => `${chain}:${address}`),
  )
  const listeners = new Set<Parameters<RemoteSession['watch']>[0]>()
  const requests: { chain: ChainId; method: string; params: unknown }[] = []
  const endReasons: unknown[] = []
  return {
    id: 'topic',
    peer: { name: 'Phone Wallet', ...(icon !== undefined && { icon }) },
    namespaces: { solana: { accounts: options.accounts ?? accountsOnChains, chains } },
    methods: { solana: methods },
    expiresAt: 5_000,
    requests,
    ended: endReasons,
    listenerCount: () => listeners.size,
    async request(chain, method, params) {
      requests.push({ chain, method, params })
      return answerSolana(wallet, { method, params, isBrief })
    },
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    async end(namespace) {
      endReasons.push(namespace)
    },
    emit(event) {
      for (const listener of [...listeners]) {
        listener(event)
      }
    },
  }
}

function isBytes(value: unknown): boolean {
  return value instanceof Uint8Array
}
