import type { ChainId } from '@latchkey/protocol'
import type { Config } from '../../base/config/schema.ts'
import { isRecord } from '../../base/is-record.ts'
import type { NodeAnswer, NodeCall, NodePort } from '../../ports/node-port.ts'
import { unansweredRefusal } from '../shared/ask-single-call.ts'
import { coinAsset } from '../shared/family.ts'
import { listedUnits, type Unit } from '../shared/listed-units.ts'
import { type AccountTransaction, inferOperation } from '../shared/movement.ts'
import type { HistoryReader } from '../shared/paged-history.ts'
import { base58Size } from './base58-size.ts'
import { readTransaction, type SolanaEffect } from './read-transaction.ts'
import { solana } from './solana.ts'
import { readTokenAccounts, tokenAccountCalls } from './token-accounts.ts'

interface Signature {
  readonly signature: string
  readonly slot: number
  /** Time of the block, in seconds since the epoch. */
  readonly blockTime: number
  readonly isFailed: boolean
}

/**
 * Maximum number of the owner's token accounts whose transactions are searched too, because
 * incoming tokens name only the token account. Token accounts with a balance come first.
 */
const maxAccounts = 20
const commitment = 'confirmed'

/**
 * Reads an account's history: `getSignaturesForAddress` of the account and its token accounts, then
 * `getTransaction` of each transaction found, in three round trips per page. Transfers to token
 * accounts that were closed later are missing.
 */
export function solanaHistory(
  config: Pick<Config, 'chains' | 'tokens'>,
  { nodes }: { readonly nodes: NodePort },
): HistoryReader {
  const unitsByAsset = listedUnits(config, [solana])
  return {
    isPlace: isSignature,
    async read({ chain, account, after, limit, signal }) {
      const accounts = await nodes.ask(chain, tokenAccountCalls(account), signal)
      const heldAccounts = accounts.flatMap((answer) => readTokenAccounts(answer, account, chain))
      const tokens = [...heldAccounts]
        .sort((a, b) => Number(b.amount > 0n) - Number(a.amount > 0n))
        .slice(0, maxAccounts)
      const options = { limit: limit + 1, commitment, ...(after ? { before: after } : {}) }
      const signatureLists = await nodes.ask(
        chain,
        [account, ...tokens.map(({ address }) => address)].map((address) => ({
          method: 'getSignaturesForAddress',
          params: JSON.stringify([address, options]),
        })),
        signal,
      )
      const [own, ...otherLists] = signatureLists.map(readSignatures)
      if (!own) throw unansweredRefusal(chain, 'signatures')
      const uniqueSignatures = new Map(
        [...own, ...otherLists.flatMap((list) => list ?? [])].map((one) => [one.signature, one]),
      )
      const sortedSignatures = [...uniqueSignatures.values()].sort((a, b) => b.slot - a.slot)
      const pageSignatures = sortedSignatures.slice(0, limit)
      const answers =
        pageSignatures.length > 0
          ? await nodes.ask(chain, pageSignatures.map(transactionCall), signal)
          : []
      return {
        items: pageSignatures.map((one, index) =>
          describeTransaction(chain, account, one, answers[index]),
        ),
        hasMore: sortedSignatures.length > limit,
      }
    },
  }

  function describeTransaction(
    chain: ChainId,
    account: string,
    signatureEntry: Signature,
    answer: NodeAnswer | undefined,
  ): AccountTransaction {
    const { nativeCurrency: coinUnit } = config.chains.find(
      ({ id }) => id === chain,
    ) as Config['chains'][number]
    const value = answer?.kind === 'result' ? (answer.value ?? JSON.parse(answer.text)) : undefined
    const transactionContext = {
      chain,
      coin: coinAsset(solana, chain),
      coinUnit: coinUnit satisfies Unit,
      listed: unitsByAsset,
    }
    const effect = readTransaction(value, account, transactionContext)
    const { signature: hash, slot, blockTime, isFailed } = signatureEntry
    const commonFields = {
      hash,
      minedAt: blockTime * 1000,
      nonce: 0,
      block: String(slot),
      place: hash,
    } as const
    // A transaction that the node has deleted, or whose format is unknown, is listed without
    // transfers.
    if (!effect) {
      const status = isFailed ? 'failed' : 'confirmed'
      return {
        ...commonFields,
        status,
        operation: 'execute',
        sentFrom: '',
        sentTo: '',
        fee: null,
        movements: [],
      }
    }
    const operation = nameOperation(effect)
    const [sentFrom, sentTo] = findEnds(effect, operation, account)
    const status = effect.isSuccess ? 'confirmed' : 'failed'
    const { movements, isPayer, fee } = effect
    return {
      ...commonFields,
      status,
      operation,
      sentFrom,
      sentTo,
      fee: isPayer ? fee : null,
      movements,
    }
  }
}

/**
 * Returns the two addresses shown for a transaction: sender and receiver of a transfer; for other
 * operations the payer and the called program.
 */
function findEnds(
  { movements: [first], payer, program }: SolanaEffect,
  operation: AccountTransaction['operation'],
  account: string,
): readonly [from: string, to: string] {
  if (operation === 'send' || operation === 'burn') return [account, first?.counterparty ?? '']
  if ((operation === 'receive' || operation === 'mint') && first)
    return [first.counterparty ?? '', account]
  return [payer, program]
}

function nameOperation({
  isPayer,
  isMint,
  isBurn,
  movements,
}: SolanaEffect): AccountTransaction['operation'] {
  if (isMint) return 'mint'
  return isBurn ? 'burn' : inferOperation(movements, isPayer)
}

function transactionCall({ signature }: Signature): NodeCall {
  const options = { encoding: 'jsonParsed', commitment, maxSupportedTransactionVersion: 0 }
  return { method: 'getTransaction', params: JSON.stringify([signature, options]) }
}

function readSignatures(answer: NodeAnswer): readonly Signature[] | undefined {
  const value: unknown =
    answer.kind === 'result' ? (answer.value ?? JSON.parse(answer.text)) : undefined
  if (!Array.isArray(value)) return undefined
  return value.slice(0, 1_000).flatMap((entry: unknown) => {
    const { signature, slot, blockTime, err } = isRecord(entry) ? entry : {}
    const isWholeNumber = (number: unknown): number is number =>
      Number.isSafeInteger(number) && (number as number) >= 0
    // A transaction whose block has no time yet is left out; the time is usually known a moment
    // later.
    return typeof signature === 'string' &&
      isSignature(signature) &&
      isWholeNumber(slot) &&
      isWholeNumber(blockTime)
      ? [{ signature, slot, blockTime, isFailed: err !== null && err !== undefined }]
      : []
  })
}

function isSignature(text: string): boolean {
  return text.length <= 88 && base58Size(text) === 64
}
