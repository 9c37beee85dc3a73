import { type MockSolanaWallet, mockSolanaWallet } from '@latchkey/testing'
import { solana } from '../src/solana.ts'
import { local, main } from './fixture.ts'

type Listener = (payload?: unknown) => void
type Signable = { serialize(): Uint8Array; addSignature(key: unknown, signature: Uint8Array): void }

/** A key as an object of Solana's first library. */
export const keyOf = (account: MockSolanaWallet['accounts'][number] | undefined) =>
  account && {
    toBytes: () => account.publicKey,
    toBase58: () => account.address,
    toString: () => account.address,
  }

/** A wallet like those on `window`: keys and transactions are objects, events have names. */
export function legacyProvider(wallet: MockSolanaWallet) {
  const [account] = wallet.accounts
  const listeners = new Map<string, Set<Listener>>()
  const held = { isConnected: false }
  const provider = {
    get publicKey() {
      return held.isConnected ? keyOf(account) : null
    },
    async connect() {
      const answer = (await wallet.ask('standard:connect')) as { accounts?: unknown } | null
      if (!answer?.accounts) return answer
      held.isConnected = true
      return { publicKey: keyOf(account) }
    },
    async disconnect() {
      held.isConnected = false
      await wallet.ask('standard:disconnect')
    },
    async signMessage(message: Uint8Array, display: string) {
      if (display !== 'utf8') throw new Error('no display')
      const answer = await wallet.ask('solana:signMessage', { account, message })
      const [first] = (Array.isArray(answer) ? answer : []) as { signature?: unknown }[]
      return first ? { signature: first.signature, publicKey: keyOf(account) } : answer
    },
    async signTransaction(transaction: Signable) {
      const answer = await wallet.ask('solana:signTransaction', {
        account,
        transaction: transaction.serialize(),
      })
      const [first] = (Array.isArray(answer) ? answer : []) as ({
        signedTransaction?: Uint8Array
      } | null)[]
      if (!first?.signedTransaction) return answer
      transaction.addSignature(keyOf(account), first.signedTransaction.slice(1, 65))
      return transaction
    },
    on(event: string, listener: Listener) {
      listeners.set(event, (listeners.get(event) ?? new Set()).add(listener))
    },
    off(event: string, listener: Listener) {
      listeners.get(event)?.delete(listener)
    },
  }
  return {
    provider,
    emit: (event: string, payload?: unknown) => {
      for (const listener of [...(listeners.get(event) ?? [])]) {
        listener(payload)
      }
    },
    listenerCount: () => [...listeners.values()].reduce((sum, { size }) => sum + size, 0),
  }
}

/** A page with such a wallet at `phantom.solana`, or at a given path. */
export function legacyPage() {
  const target = Object.assign(new EventTarget(), {} as Record<string, unknown>)
  const wallet = mockSolanaWallet()
  const legacy = legacyProvider(wallet)
  const adapter = solana({ chains: [local, main], page: target })
  return { target, wallet, adapter, ...legacy }
}
