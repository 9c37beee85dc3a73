import { createHash } from 'node:crypto'
import {
  type Address,
  address,
  getAddressDecoder,
  getBase58Decoder,
  getBase64Encoder,
  getCompiledTransactionMessageDecoder,
  getTransactionDecoder,
  type Lamports,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import { toAccountShape } from './account-shape.ts'
import type { RpcFault, RpcMethod } from './answer-question.ts'
import { parseError } from './error-of.ts'
import { feeOfMessage } from './fee.ts'
import { issueTokens } from './issue-tokens.ts'
import { holdingsOf, type RecordedTransaction, signaturesOf, transactionShape } from './recorded.ts'
import { simulateTransaction } from './simulate-transaction.ts'
import { tokenAccounts } from './token-accounts.ts'

/** Address that is recorded as the sender of airdrops. */
const faucetAddress = '11111111111111111111111111111112'
const airdropLamports = 100_000_000_000n
/** Number of blocks for which a blockhash is valid. */
const blockhashLifeSlots = 150
const slotsPerEpoch = 432_000n

/** A block of the ledger, which contains exactly one transaction. */
export interface Block {
  readonly signature: string
  readonly slot: bigint
  /** Error in the format of a Solana node; null when the transaction succeeded. */
  readonly err: unknown
}

/** A simulated Solana ledger, which runs in this process. */
export interface Ledger {
  /** JSON-RPC methods of a Solana node, by name. */
  readonly methods: Readonly<Record<string, RpcMethod>>
  /** The block that contains a transaction; undefined when there is none. */
  findBlock(signature: string): Block | undefined
  /**
   * Calls `listener` for each new block, once the block can be read; the returned function removes
   * the listener.
   */
  watchBlocks(listener: (block: Block) => void): () => void
}

/** Creates a ledger with SOL and tokens for the `fundedAddresses` accounts. */
export async function openLedger(fundedAddresses: readonly string[]): Promise<Ledger> {
  // LiteSVM accepts only its newest blockhash, while nodes accept those of the last 150 blocks. So
  // LiteSVM's check is off, and the ledger checks blockhashes itself.
  const svm = new LiteSVM().withBlockhashCheck(false)
  await issueTokens(svm, [...new Set(fundedAddresses)])
  const entries = new Map<string, RecordedTransaction>()
  const listeners = new Set<(block: Block) => void>()
  const ledgerState = { slot: 1n }
  const blockhashAt = (slot: bigint) =>
    getBase58Decoder().decode(createHash('sha256').update(`block ${slot}`).digest())
  const isRecent = (blockhash: string) =>
    Array.from({ length: blockhashLifeSlots }, (_, i) =>
      blockhashAt(ledgerState.slot - BigInt(i)),
    ).includes(blockhash)
  const giveLamports = (recipient: Address, lamports: bigint) =>
    svm.airdrop(recipient, lamports as Lamports)
  for (const account of fundedAddresses) {
    giveLamports(address(account), airdropLamports)
  }

  const findBlock = (signature: string): Block | undefined => {
    const entry = entries.get(signature)
    return entry && { signature, slot: entry.slot, err: entry.err }
  }
  const addBlock = (signature: string, entry: Omit<RecordedTransaction, 'slot' | 'blockTime'>) => {
    ledgerState.slot += 1n
    const { slot } = ledgerState
    entries.set(signature, { ...entry, slot, blockTime: nowInSeconds() })
    for (const listener of [...listeners]) {
      listener({ signature, slot, err: entry.err })
    }
  }
  const wrapWithContext = (value: unknown) => ({ context: { slot: ledgerState.slot }, value })
  const takeTransaction = (params: readonly unknown[]) => {
    const [text, options] = params as [
      string,
      { encoding?: string; skipPreflight?: boolean } | undefined,
    ]
    if (options?.encoding !== 'base64')
      throw { code: -32602, message: 'base64 only' } satisfies RpcFault
    const transaction = getTransactionDecoder().decode(getBase64Encoder().encode(text))
    const [first] = Object.values(transaction.signatures)
    if (!first)
      throw {
        code: -32003,
        message: 'Transaction signature verification failure',
      } satisfies RpcFault
    const signature = getBase58Decoder().decode(first)
    if (entries.has(signature)) return signature
    const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
    if (!('lifetimeToken' in message) || !isRecent(message.lifetimeToken)) {
      const failureData = { err: 'BlockhashNotFound', logs: [] }
      throw {
        code: -32002,
        message: 'Transaction simulation failed: Blockhash not found',
        data: failureData,
      } satisfies RpcFault
    }
    if (!options.skipPreflight) {
      const simulation = svm.simulateTransaction(transaction)
      if (simulation instanceof FailedTransactionMetadata) {
        const err = parseError(String(simulation))
        const message = `Transaction simulation failed: ${typeof err === 'string' ? (errorSentences[err] ?? toSentence(err)) : JSON.stringify(err)}`
        throw {
          code: -32002,
          message,
          data: { err, logs: simulation.meta().logs() },
        } satisfies RpcFault
      }
    }
    const keys = message.staticAccounts
    const holdingsBefore = holdingsOf(svm, keys)
    const sendResult = svm.sendTransaction(transaction)
    const hasFailed = sendResult instanceof FailedTransactionMetadata
    addBlock(signature, {
      err: hasFailed ? parseError(String(sendResult)) : null,
      fee: feeOfMessage(message),
      logs: hasFailed ? sendResult.meta().logs() : sendResult.logs(),
      keys,
      before: holdingsBefore,
      after: holdingsOf(svm, keys),
      message,
    })
    return signature
  }

  const methods: Ledger['methods'] = {
    getHealth: () => 'ok',
    getSlot: () => ledgerState.slot,
    getBlockHeight: () => ledgerState.slot,
    getGenesisHash: () => '1'.repeat(32),
    getBalance: ([account]) => wrapWithContext(svm.getBalance(address(String(account))) ?? 0n),
    getLatestBlockhash: () =>
      wrapWithContext({
        blockhash: blockhashAt(ledgerState.slot),
        lastValidBlockHeight: ledgerState.slot + BigInt(blockhashLifeSlots),
      }),
    getMinimumBalanceForRentExemption: ([size]) =>
      svm.minimumBalanceForRentExemption(BigInt(Number(size))),
    getRecentPrioritizationFees: () => [],
    getFeeForMessage: ([message]) =>
      wrapWithContext(
        feeOfMessage(
          getCompiledTransactionMessageDecoder().decode(getBase64Encoder().encode(String(message))),
        ),
      ),
    getVersion: () => ({ 'solana-core': '4.0.0', 'feature-set': 0 }),
    getEpochInfo: () => ({
      absoluteSlot: ledgerState.slot,
      blockHeight: ledgerState.slot,
      epoch: ledgerState.slot / slotsPerEpoch,
      slotIndex: ledgerState.slot % slotsPerEpoch,
      slotsInEpoch: slotsPerEpoch,
      transactionCount: entries.size,
    }),
    isBlockhashValid: ([blockhash]) => wrapWithContext(isRecent(String(blockhash))),
    simulateTransaction: ([text]) => wrapWithContext(simulateTransaction(svm, text)),
    getAccountInfo: ([account]) => wrapWithContext(toAccountShape(svm, account)),
    getMultipleAccounts: ([accounts]) =>
      wrapWithContext(
        (accounts as readonly unknown[]).map((account) => toAccountShape(svm, account)),
      ),
    getTokenAccountsByOwner: ([owner, filter]) =>
      wrapWithContext(
        tokenAccounts(svm, {
          owner: String(owner),
          filter: (filter ?? {}) as { programId?: string; mint?: string },
          addressOf: (bytes) => getAddressDecoder().decode(bytes),
        }),
      ),
    requestAirdrop: ([account, lamports]) => {
      const keys = [faucetAddress, String(account)]
      const holdingsBefore = holdingsOf(svm, keys)
      const sendResult = giveLamports(address(String(account)), BigInt(Number(lamports)))
      if (!sendResult || sendResult instanceof FailedTransactionMetadata)
        throw { code: -32603, message: 'the airdrop failed' } satisfies RpcFault
      const signature = getBase58Decoder().decode(sendResult.signature())
      const holdingsAfter = holdingsOf(svm, keys)
      addBlock(signature, {
        err: null,
        fee: 5000n,
        logs: [],
        keys,
        before: holdingsBefore,
        after: holdingsAfter,
      })
      return signature
    },
    sendTransaction: takeTransaction,
    getSignatureStatuses: ([signatures]) =>
      wrapWithContext(
        (signatures as readonly string[]).map((signature) => {
          const entry = entries.get(signature)
          if (!entry) return null
          return {
            slot: entry.slot,
            err: entry.err,
            confirmations: null,
            confirmationStatus: 'finalized',
          }
        }),
      ),
    getTransaction: ([signature]) => {
      const entry = entries.get(String(signature))
      return entry ? transactionShape(String(signature), entry) : null
    },
    getSignaturesForAddress: ([account, options]) =>
      signaturesOf(
        entries,
        String(account),
        (options ?? {}) as { limit?: number; before?: string },
      ),
  }
  return {
    methods,
    findBlock,
    watchBlocks(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

const nowInSeconds = (): number => Math.floor(Date.now() / 1000)

/** Error names that Solana nodes describe by a sentence of their own. */
const errorSentences: Readonly<Record<string, string>> = {
  AccountNotFound: 'Attempt to debit an account but found no record of a prior credit.',
}

/**
 * Splits the name of an error into words, as nodes write it: `BlockhashNotFound` → `Blockhash not
 * found`.
 */
function toSentence(name: string): string {
  const words = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
