import {
  type AccountId,
  accountId,
  addressOf,
  type ChainId,
  chainOf,
  inWords,
  isAccountId,
  namespaceOf,
} from '@latchkey/protocol'
import { adapterOf, refuseWith } from '../machine/adapter-of.ts'
import { getAccount } from '../machine/get-account.ts'
import { inside } from '../machine/inside.ts'
import type { Kit } from '../machine/kit.ts'
import { newId } from '../machine/new-id.ts'
import { reduceTransaction } from '../machine/reduce-transaction.ts'
import type { ChainIdOf } from '../machine/register.ts'
import type { Transaction } from '../machine/state.ts'
import { plainText } from '../plain-text.ts'
import { maxDescriptionLength } from './description.ts'
import { watchTransaction } from './watch-transaction.ts'

/**
 * Hands in a transaction that the page has sent without the kit, with viem, wagmi, ethers or its
 * own code. The transaction is then watched until it settles, like one that the kit sent, also
 * after a reload, and is listed in the account's activity. When the kit knows the hash already,
 * nothing is added, and the known transaction is returned.
 * @param parameters.chain CAIP-2; one of the kit's chains.
 * @param parameters.hash as the wallet or the library returned it.
 * @throws `chain-unsupported` | `transaction-hash-invalid` | `not-connected` when no account of the
 * chain's family is connected and `from` is absent | `chain-mismatch` when `from` is of another chain
 *
 * @example
 * import { mainnet } from '@latchkey/catalog/networks'
 * import { addTransaction, createKit } from '@latchkey/core'
 * import { evm } from '@latchkey/evm'
 *
 * const kit = createKit({ adapters: [evm({ chains: [mainnet] })] })
 *
 * export async function reportMint(hash: `0x${string}`) {
 *   const added = await addTransaction(kit, { chain: 'eip155:1', hash, description: 'Mint a badge' })
 *   console.log(added.status)
 * }
 */
export function addTransaction<K extends Kit>(
  kit: K,
  parameters: addTransaction.Parameters<ChainIdOf<K>>,
): Promise<Transaction> {
  return inWords(runAddTransaction(kit, parameters))
}

async function runAddTransaction(
  kit: Kit,
  { chain: chainId, hash: hashText, from, description, nonce, toast }: addTransaction.Parameters,
): Promise<Transaction> {
  const chain =
    kit.chains.find(({ id }) => id === chainId) ?? refuseWith('chain-unsupported', String(chainId))
  const namespace = namespaceOf(chain.id)
  const { read, nativeAsset } = adapterOf(kit, namespace)
  const sender = from ?? activeAccountOn(kit, chain.id)
  if (!isAccountId(sender) || chainOf(sender) !== chain.id) refuseWith('chain-mismatch', sender)
  // Maximum length of a transaction hash. The longest ones are Solana's signatures, with 88
  // characters.
  const hash =
    typeof hashText === 'string' && hashText.length <= 200 ? await read.parseHash(hashText) : null
  if (hash === null) return refuseWith('transaction-hash-invalid', chain.id)
  const knownTransaction = findByHash(kit, chain.id, hash)
  if (knownTransaction) return knownTransaction
  const id = newId()
  const now = Date.now()
  const shownDescription =
    typeof description === 'string' ? plainText(description, maxDescriptionLength) : ''
  const transaction: Transaction = {
    id,
    status: 'submitted',
    chain: chain.id,
    from: sender,
    to: '',
    asset: nativeAsset(chain),
    amount: 0n,
    purpose: 'page',
    hash,
    createdAt: now,
    submittedAt: now,
    ...(shownDescription && { description: shownDescription }),
    ...(Number.isSafeInteger(nonce) && nonce !== undefined && nonce >= 0 && { nonce }),
    ...(toast === false && { isQuiet: true }),
  }
  kit[inside].learn({ transaction: reduceTransaction })
  kit[inside].dispatch({ type: 'transaction-added', transaction })
  // The transaction is watched in the background until it has settled; the caller does not wait for
  // that.
  watchTransaction(kit, { id }).catch(() => {})
  return transaction
}

export declare namespace addTransaction {
  type Parameters<Id extends ChainId = ChainId> = {
    /** CAIP-2 id of the chain, which must be one of the kit's chains. */
    readonly chain: Id
    /** Hash, signature or id of the transaction, as its chain writes it. */
    readonly hash: string
    /** The sending account, as a CAIP-10 id on `chain`; default the connected account. */
    readonly from?: AccountId | undefined
    /** What the transaction does, in the page's language; at most 80 characters are shown. */
    readonly description?: string | undefined
    /**
     * Nonce of the transaction, on chains that have nonces. With it the kit notices when another
     * transaction with the same nonce takes this one's place.
     */
    readonly nonce?: number | undefined
    /**
     * Whether a short message on the page reports how the transaction ended, if the dialog is
     * closed at that time. Default true, as for transactions that the kit sent.
     */
    readonly toast?: boolean | undefined
  }
}

/** The connected account as an account of `chain`, even while its wallet is on another chain. */
function activeAccountOn(kit: Kit, chain: ChainId): AccountId {
  const { account } = getAccount(kit, { namespace: namespaceOf(chain) })
  return accountId(chain, addressOf(account ?? refuseWith('not-connected')))
}

/** Hashes are compared without case, because libraries differ in how they write hexadecimal. */
function findByHash(kit: Kit, chain: ChainId, hash: string): Transaction | undefined {
  return Object.values(kit.getState().transactions).find(
    (one) => one.chain === chain && one.hash?.toLowerCase() === hash.toLowerCase(),
  )
}
