import Chain, { type Meta, type View } from 'bcoin/lib/blockchain/chain'
import Mempool, { type MempoolEntry } from 'bcoin/lib/mempool/mempool'
import Miner from 'bcoin/lib/mining/miner'
import Address from 'bcoin/lib/primitives/address'
import TX from 'bcoin/lib/primitives/tx'
import Script from 'bcoin/lib/script/script'

/** A transaction of the chain or mempool, with the outputs that it spends. */
export interface KnownTransaction {
  readonly meta: Meta
  readonly view: View
}

/**
 * A regtest chain in this process, with Bitcoin's consensus rules except Taproot. Scripts are raw
 * bytes; txids are in display order (reversed bytes).
 */
export interface RegtestChain {
  height(): number
  hashAt(height: number): Promise<string | undefined>
  /**
   * Mines blocks with the mempool's transactions, paying to a script; resolves when the node has
   * processed the blocks.
   */
  mineBlocks(count: number, script: Uint8Array): Promise<void>
  /** Adds a transaction to the mempool; throws the error message of a node when it is refused. */
  submit(raw: Uint8Array): Promise<string>
  findTransaction(txid: string): Promise<KnownTransaction | undefined>
  /**
   * All transactions that involve a script, newest first; unconfirmed ones come before confirmed
   * ones.
   */
  transactionsOf(script: Uint8Array): Promise<readonly KnownTransaction[]>
  /** Removes a transaction and its descendants from the mempool. */
  evictTransaction(txid: string): boolean
  close(): Promise<void>
}

/** Minimum relay fee: 1 sat/vB, as satoshi per 1000 virtual bytes. */
const minRelayFee = 1000

/** Reverses the bytes of a hash. */
export function reverseHash(hash: string): string {
  return Buffer.from(hash, 'hex').reverse().toString('hex')
}

/** Opens an empty regtest chain in memory. */
export async function openChain(): Promise<RegtestChain> {
  const sharedOptions = { network: 'regtest', memory: true, indexTX: true, indexAddress: true }
  const chain = new Chain(sharedOptions)
  // bcoin does not regard newer outputs (P2TR) as standard, so its own check for standard
  // transactions is off; the relevant rules are checked below.
  const mempool = new Mempool({
    ...sharedOptions,
    chain,
    requireStandard: false,
    replaceByFee: true,
  })
  const miner = new Miner({ ...sharedOptions, chain, mempool })
  const blockState: { connected: Promise<void> } = { connected: Promise.resolve() }
  chain.on('connect', (entry, block) => {
    blockState.connected = mempool._addBlock(entry, block.txs)
  })
  await chain.open()
  await mempool.open()
  await miner.open()

  const addressOfScript = (script: Uint8Array) => {
    const address = Address.fromScript(Script.fromRaw(Buffer.from(script)))
    if (!address) throw new Error('a script without an address')
    return address
  }
  const loadTransactionView = async (meta: Meta): Promise<KnownTransaction> => ({
    meta,
    view: await (meta.height === -1 ? mempool : chain).getSpentView(meta.tx),
  })
  const enterMempool = async (tx: TX) => {
    const missingParents = await mempool.addTX(tx)
    if (!missingParents) return
    mempool.removeOrphan(tx.hash('hex'))
    throw makeRefusal(-25, 'bad-txns-inputs-missingorspent')
  }
  /**
   * Finds the mempool transactions that spend the same outputs as `tx`, and their descendants. A
   * replacement with a higher fee evicts all of them (BIP-125, rules 3 and 4, even when they do not
   * signal replaceability).
   */
  const findConflicts = (tx: TX) => {
    const foundConflicts = new Set<MempoolEntry>()
    for (const { prevout } of tx.inputs) {
      const conflictingEntry = mempool.getSpent(prevout.hash, prevout.index)
      if (!conflictingEntry) continue
      foundConflicts.add(conflictingEntry)
      for (const child of mempool.getDescendants(conflictingEntry)) {
        foundConflicts.add(child)
      }
    }
    return [...foundConflicts]
  }
  const submitTransaction = async (raw: Uint8Array) => {
    const tx = decodeTransaction(raw)
    const hash = tx.hash('hex')
    const knownMeta = await chain.getMeta(hash)
    if (knownMeta) throw makeRefusal(-27, 'Transaction outputs already in utxo set')
    if (mempool.getEntry(hash)) return tx.txid()
    if (
      tx.outputs.some((output) => output.isDust(minRelayFee) && output.script.toRaw()[0] !== 0x6a)
    )
      throw makeRefusal(-26, 'dust')
    const conflicts = findConflicts(tx)
    const fee = feeOfTransaction(tx, await mempool.getSpentView(tx))
    const minExtraFee = Math.ceil((tx.getVirtualSize() * minRelayFee) / 1000)
    if (fee !== undefined && fee < minExtraFee) throw makeRefusal(-26, 'min relay fee not met')
    const conflictFees = conflicts.reduce((sum, conflictingEntry) => sum + conflictingEntry.fee, 0)
    if (conflicts.length > 0 && (fee ?? 0) < conflictFees + minExtraFee)
      throw makeRefusal(-26, 'insufficient fee, rejecting replacement')
    for (const conflictingEntry of conflicts) {
      mempool.evictEntry(conflictingEntry)
    }
    try {
      await enterMempool(tx)
    } catch (error) {
      for (const conflictingEntry of conflicts) {
        await mempool.addTX(conflictingEntry.tx)
      }
      throw isRefusal(error)
        ? error
        : makeRefusal(-26, String((error as { reason?: unknown }).reason ?? error))
    }
    // bcoin reports no error when a full mempool evicts the transaction that was just added.
    if (!mempool.getEntry(hash)) throw makeRefusal(-26, 'mempool full')
    return tx.txid()
  }

  return {
    height: () => chain.height,
    async hashAt(height) {
      const hash = await chain.getHash(height)
      return hash ? reverseHash(hash) : undefined
    },
    async mineBlocks(count, script) {
      const receiver = addressOfScript(script)
      for (let i = 0; i < count; i++) {
        const block = await miner.mineBlock(chain.tip, receiver)
        if (!(await chain.add(block))) throw new Error('the chain refused its own block')
        await blockState.connected
      }
    },
    submit: submitTransaction,
    async findTransaction(txid) {
      const hash = reverseHash(txid)
      const meta = mempool.getMeta(hash) ?? (await chain.getMeta(hash))
      return meta ? loadTransactionView(meta) : undefined
    },
    async transactionsOf(script) {
      const addresses = [addressOfScript(script)]
      const minedTransactions = await chain.getMetaByAddress(addresses)
      minedTransactions.sort((a, b) => b.height - a.height || b.index - a.index)
      return Promise.all(
        [...mempool.getMetaByAddress(addresses), ...minedTransactions].map(loadTransactionView),
      )
    },
    evictTransaction(txid) {
      const entry = mempool.getEntry(reverseHash(txid))
      if (entry) mempool.evictEntry(entry)
      return Boolean(entry)
    },
    async close() {
      await miner.close()
      await mempool.close()
      await chain.close()
    },
  }
}

/** The error of a node that refuses a transaction. */
export interface Refusal {
  readonly code: number
  readonly message: string
}

const makeRefusal = (code: number, message: string): Refusal => ({ code, message })

/** Whether a thrown value is a refusal that the client must be told. */
export function isRefusal(error: unknown): error is Refusal {
  return typeof (error as Partial<Refusal> | null)?.code === 'number'
}

function decodeTransaction(raw: Uint8Array): TX {
  try {
    const tx = TX.fromRaw(Buffer.from(raw))
    if (tx.inputs.length > 0 && tx.toRaw().equals(raw)) return tx
  } catch {
    // The decoder's error is ignored: the line below throws the error of a node instead.
  }
  throw makeRefusal(-22, 'TX decode failed. Make sure the tx has at least one input.')
}

/** The fee of a transaction in satoshi; undefined when the amount of an input is unknown. */
function feeOfTransaction(tx: TX, view: View): number | undefined {
  const inputs = tx.inputs.map((input) => view.getOutputFor(input)?.value)
  if (inputs.includes(undefined)) return undefined
  const sumValues = (values: readonly (number | undefined)[]) =>
    values.reduce<number>((total, value) => total + (value ?? 0), 0)
  return sumValues(inputs) - sumValues(tx.outputs.map(({ value }) => value))
}
