import { LatchkeyError } from '@latchkey/protocol'
import { base58, fromBase58 } from '../encoding/base58.ts'
import { readBytes } from '../encoding/bytes.ts'
import { readTransaction, type WireTransaction } from '../transaction/wire-transaction.ts'
import type { LegacyProvider } from './injected.ts'
import type { StandardWallet } from './standard-wallet.ts'

type ProviderMembers = Readonly<
  Record<string, ((...all: readonly unknown[]) => unknown) | undefined>
>

/**
 * Wraps an injected object as a Wallet Standard wallet. A silent connect returns the account that
 * the object already shows, or none; it does not call the object's `connect`, which may open a
 * prompt. The wrapped wallet only signs and never sends, so that the page can check what was
 * signed.
 */
export function legacyWallet(provider: LegacyProvider): StandardWallet {
  const providerMembers = provider as unknown as ProviderMembers
  const currentAccounts = () => ({ accounts: accountOfKey(Reflect.get(provider, 'publicKey')) })
  const features: Record<string, Readonly<Record<string, unknown>>> = {
    'standard:connect': {
      async connect(input?: { readonly silent?: boolean }) {
        if (input?.silent) return currentAccounts()
        const answer = await providerMembers.connect?.()
        const answeredAccounts = accountOfKey(
          (answer as { publicKey?: unknown } | null | undefined)?.publicKey,
        )
        return answeredAccounts.length > 0 ? { accounts: answeredAccounts } : currentAccounts()
      },
    },
    'standard:disconnect': { disconnect: async () => providerMembers.disconnect?.() },
    'standard:events': {
      on(_: string, listener: (change: unknown) => void) {
        const reportAccounts = (key: unknown) => listener({ accounts: accountOfKey(key) })
        const reportDisconnect = () => listener({ accounts: [] })
        providerMembers.on?.('accountChanged', reportAccounts)
        providerMembers.on?.('disconnect', reportDisconnect)
        return () => {
          const removeListener = providerMembers.off ?? providerMembers.removeListener
          removeListener?.call(provider, 'accountChanged', reportAccounts)
          removeListener?.call(provider, 'disconnect', reportDisconnect)
        }
      },
    },
  }
  if (typeof provider.signMessage === 'function')
    features['solana:signMessage'] = {
      async signMessage({ message }: { readonly message: Uint8Array }) {
        const answer = await providerMembers.signMessage?.(message.slice(), 'utf8')
        const signature = ArrayBuffer.isView(answer)
          ? answer
          : (answer as { signature?: unknown } | null)?.signature
        return [{ signedMessage: message, signature }]
      },
    }
  if (typeof provider.signTransaction === 'function')
    features['solana:signTransaction'] = {
      async signTransaction({ transaction }: { readonly transaction: Uint8Array }) {
        const requestedTransaction = readTransaction(transaction)
        if (!requestedTransaction)
          throw new LatchkeyError('rpc-invalid-params', { reason: 'no transaction' })
        const answer = await providerMembers.signTransaction?.(
          transactionObject(requestedTransaction),
        )
        const serialize = (answer as ProviderMembers | null | undefined)?.serialize
        return [{ signedTransaction: await serialize?.call(answer, { verifySignatures: false }) }]
      },
    }
  return { features }
}

/**
 * Returns a single account without chains, because wallets from before Wallet Standard do not
 * report chains.
 */
function accountOfKey(key: unknown): readonly object[] {
  try {
    const { toBytes, toBase58 } = key as ProviderMembers
    const publicKey =
      readBytes(toBytes?.call(key), 32) ?? fromBase58(toBase58?.call(key) ?? String(key))
    return publicKey?.length === 32 ? [{ address: base58(publicKey), publicKey, chains: [] }] : []
  } catch {
    return []
  }
}

/**
 * The object that wallets from before Wallet Standard accept as a transaction: it serialises
 * itself, keeps the signatures, and has a version.
 */
function transactionObject(requestedTransaction: WireTransaction): object {
  const signatures: Uint8Array[] = requestedTransaction.signatures.map((one) => one.slice())
  const isVersioned = ((requestedTransaction.message[0] ?? 0) & 0x80) !== 0
  const storeSignature = (key: unknown, signature: unknown) => {
    const [account] = accountOfKey(key) as readonly { readonly address: string }[]
    const bytes = readBytes(signature, 64)
    const signerIndex = requestedTransaction.signers.indexOf(account?.address ?? '')
    if (bytes && signerIndex >= 0) signatures[signerIndex] = bytes
  }
  return {
    ...(isVersioned && { version: 0 }),
    signatures,
    message: {
      ...(isVersioned && { version: 0 }),
      serialize: () => requestedTransaction.message.slice(),
    },
    serializeMessage: () => requestedTransaction.message.slice(),
    serialize: () =>
      Uint8Array.from([
        signatures.length,
        ...signatures.flatMap((one) => [...one]),
        ...requestedTransaction.message,
      ]),
    addSignature: storeSignature,
  }
}
