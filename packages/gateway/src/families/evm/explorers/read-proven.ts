import type { ChainId } from '@latchkey/protocol'
import { type Hex, toHex } from 'viem'
import type { NodeCall, NodePort } from '../../../ports/node-port.ts'
import { manyMovements, maxMovements, type SeenTransaction } from '../history/seen.ts'
import { seenByAccount } from '../history/seen-by-account.ts'
import type { ChainBlock } from '../index-chain/chain-block.ts'
import { readHeader, readTransaction } from '../index-chain/read-block.ts'
import { readReceipt } from '../index-chain/read-receipts.ts'
import { asList, asRecord, asWhole } from '../index-chain/read-value.ts'
import { rowsOf } from '../index-chain/rows-of.ts'
import { distrustRefusal, type Listed } from './explorer-lists.ts'

/** Transactions per request: three calls each, within the batch limit of nodes. */
const atOnce = 30

/**
 * Reads transactions from the chain's own node: sender, amounts, status, fee and time come from its
 * transactions, receipts and headers, not from the upstream. A transaction that the node does not
 * have in that block, or that does not involve the account, makes the whole list invalid.
 */
export async function readProven(
  nodes: NodePort,
  chain: ChainId,
  account: Hex,
  listed: readonly Listed[],
  signal: AbortSignal | undefined,
): Promise<readonly SeenTransaction[]> {
  const groups = Array.from({ length: Math.ceil(listed.length / atOnce) }, (_, at) =>
    listed.slice(at * atOnce, (at + 1) * atOnce),
  )
  const read = await Promise.all(
    groups.map((group) => readGroup(nodes, chain, account, group, signal)),
  )
  return read.flat().sort((a, b) => b.block - a.block || b.place - a.place)
}

async function readGroup(
  nodes: NodePort,
  chain: ChainId,
  account: Hex,
  listed: readonly Listed[],
  signal: AbortSignal | undefined,
): Promise<readonly SeenTransaction[]> {
  const calls = listed.flatMap(({ hash, block }): readonly NodeCall[] => [
    { method: 'eth_getTransactionByHash', params: JSON.stringify([hash]) },
    { method: 'eth_getTransactionReceipt', params: JSON.stringify([hash]) },
    { method: 'eth_getBlockByNumber', params: JSON.stringify([toHex(block), false]) },
  ])
  const answers = await nodes.ask(chain, calls, signal)
  const values = answers.map(({ kind, text }): unknown =>
    kind === 'result' ? JSON.parse(text) : null,
  )
  return listed.map((one, at) =>
    proveTransaction(chain, account, one, values.slice(at * 3, at * 3 + 3)),
  )
}

function proveTransaction(
  chain: ChainId,
  account: Hex,
  { hash, block, internal }: Listed,
  [transaction, receipt, header]: readonly unknown[],
): SeenTransaction {
  if (!transaction || !receipt || !header)
    throw distrustRefusal('the node does not know its transactions')
  const within = readHeader(header, block)
  const what = `transaction ${hash}`
  const place = asWhole(asRecord(transaction, what).transactionIndex, `place of ${what}`)
  const bare = readTransaction(transaction, place, within)
  if (bare.hash !== hash) throw distrustRefusal('the node knows another transaction')
  const logs = asList(asRecord(receipt, what).logs, `logs of ${what}`, 100_000)
  const first = logs.length ? asWhole(asRecord(logs[0], what).logIndex, `first log of ${what}`) : 0
  const done = readReceipt(receipt, bare, { ...within, transactions: [bare] }, first)
  const whole: ChainBlock = {
    ...within,
    transactions: [{ ...done, internal: done.isSuccess ? internal : [] }],
  }
  const rows = rowsOf([whole], account)
  if (!rows.transactions.length) throw distrustRefusal('its transactions are of another account')
  const moved = rows.movements.filter(({ from, to }) => from === account || to === account)
  const rankOf = ({ position }: { readonly position: number }): number =>
    position < -1 ? Number.MAX_SAFE_INTEGER / 2 - position : position
  const { from, to, created, nonce, fee, isSuccess, selector, value } = done
  return seenByAccount(account, {
    chain,
    block,
    place,
    hash,
    from,
    to,
    created,
    nonce,
    fee,
    isSuccess,
    selector,
    value,
    minedAt: within.minedAt * 1_000,
    movements: moved
      .sort((a, b) => rankOf(a) - rankOf(b) || a.part - b.part)
      .slice(0, maxMovements),
    approvals: rows.approvals.filter(({ owner }) => owner === account),
    movementCount: from === account ? 0 : Math.min(rows.movements.length, manyMovements + 1),
  })
}
