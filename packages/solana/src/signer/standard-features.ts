import { disconnect, type Kit } from '@latchkey/core'
import { type AccountId, accountId, chainOf, LatchkeyError } from '@latchkey/protocol'
import { activeConnector } from '../actions/active-connector.ts'
import { signAllTransactions } from '../actions/sign-all-transactions.ts'
import { signAndSendTransaction } from '../actions/sign-and-send-transaction.ts'
import { signMessages } from '../actions/sign-messages.ts'
import { signTransaction } from '../actions/sign-transaction.ts'
import { networkName } from '../chains.ts'
import { fromBase58 } from '../encoding/base58.ts'
import { fromBase64, toBase64 } from '../encoding/bytes.ts'
import type {
  KitStandardAccount,
  KitStandardFeatures,
  StandardChange,
  StandardTransactionInput,
} from './standard-types.ts'

/** What the features need to know about the wallet that they belong to. */
export interface StandardWalletState {
  readonly accounts: () => readonly KitStandardAccount[]
  readonly listen: (listener: (change: StandardChange) => void) => () => void
}

/** The features that work without a connected wallet. */
export function openCommonFeatures(
  kit: Kit,
  { accounts, listen }: StandardWalletState,
): Pick<KitStandardFeatures, 'standard:connect' | 'standard:disconnect' | 'standard:events'> {
  return {
    'standard:connect': {
      version: '1.0.0',
      async connect({ silent } = {}) {
        const sharedAccounts = accounts()
        // Wallets are connected by the kit's dialog; `standard:connect` only returns the accounts
        // that are connected.
        if (sharedAccounts.length === 0 && !silent)
          throw new LatchkeyError('not-connected', {
            reason: 'no wallet stands for solana',
            fix: 'connect one with the dialog or `connect`',
          })
        return { accounts: sharedAccounts }
      },
    },
    'standard:disconnect': {
      version: '1.0.0',
      disconnect: () => disconnect(kit, { namespace: 'solana' }),
    },
    'standard:events': {
      version: '1.0.0',
      on: (event, listener) => (event === 'change' ? listen(listener) : () => {}),
    },
  }
}

const supportedTransactionVersions = ['legacy', 0] as const

/** The feature that signs transactions: several by one prompt, if the wallet supports that. */
export function openSignTransaction(
  kit: Kit,
): NonNullable<KitStandardFeatures['solana:signTransaction']> {
  return {
    version: '1.0.0',
    supportedTransactionVersions,
    async signTransaction(...inputs) {
      const requests = inputs.map((input) => readInput(kit, input))
      const [first] = requests
      if (!first) return []
      const isOneAccount = requests.every(({ account }) => account === first.account)
      if (requests.length > 1 && isOneAccount) {
        const { transactions } = await signAllTransactions(kit, {
          transactions: requests.map(({ transaction }) => transaction),
          account: first.account,
        })
        return transactions.map((one) => ({ signedTransaction: bytesOf(fromBase64(one)) }))
      }
      const outputs: { readonly signedTransaction: Uint8Array }[] = []
      for (const request of requests) {
        const { transaction } = await signTransaction(kit, request)
        outputs.push({ signedTransaction: bytesOf(fromBase64(transaction)) })
      }
      return outputs
    },
  }
}

/** The feature that signs and sends transactions, one after the other. */
export function openSendTransaction(
  kit: Kit,
): NonNullable<KitStandardFeatures['solana:signAndSendTransaction']> {
  return {
    version: '1.0.0',
    supportedTransactionVersions,
    async signAndSendTransaction(...inputs) {
      const requests = inputs.map((input) => readInput(kit, input))
      const outputs: { readonly signature: Uint8Array }[] = []
      for (const request of requests) {
        const { signature } = await signAndSendTransaction(kit, request)
        outputs.push({ signature: bytesOf(fromBase58(signature)) })
      }
      return outputs
    },
  }
}

/** The feature that signs messages, one prompt each. */
export function openSignMessage(kit: Kit): NonNullable<KitStandardFeatures['solana:signMessage']> {
  return {
    version: '1.1.0',
    async signMessage(...inputs) {
      const outputs: {
        readonly signedMessage: Uint8Array
        readonly signature: Uint8Array
        readonly signatureType: 'ed25519'
      }[] = []
      for (const { account, message } of inputs) {
        const signedMessage = message.slice()
        const { signatures } = await signMessages(kit, {
          messages: [signedMessage],
          account: accountOf(kit, account.address),
        })
        const signature = bytesOf(fromBase58(signatures[0]))
        outputs.push({ signedMessage, signature, signatureType: 'ed25519' })
      }
      return outputs
    },
  }
}

function readInput(
  kit: Kit,
  { account, chain, transaction }: StandardTransactionInput,
): { readonly transaction: string; readonly account: AccountId } {
  return {
    transaction: toBase64(transaction),
    account: accountOf(kit, account.address, chain),
  }
}

/**
 * The CAIP-10 account of an address on a chain in Wallet Standard's spelling; default the chain of
 * the selected account. The action checks whether the wallet shares the account.
 */
function accountOf(kit: Kit, address: string, network?: string): AccountId {
  const { session } = activeConnector(kit)
  if (network === undefined) return accountId(chainOf(session.selected), address)
  const chain = session.chains.find((id) => `solana:${networkName(id)}` === network)
  if (!chain)
    throw new LatchkeyError('chain-unsupported', { reason: `the wallet is not on ${network}` })
  return accountId(chain, address)
}

/** The decoded bytes of an action's answer; throws when decoding gave null. */
function bytesOf(bytes: Uint8Array | null): Uint8Array {
  if (!bytes) throw new LatchkeyError('wallet-answer-invalid', { reason: 'no bytes' })
  return bytes
}
