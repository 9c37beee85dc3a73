import type { ChainId } from '@latchkey/protocol'
import { type Hex, toHex } from 'viem'
import type { NodeCall, NodePort } from '../../../ports/node-port.ts'
import { manyMovementsLimit, maxMovements, type SeenTransaction } from '../history/seen.ts'
import { trimToAccountView } from '../history/seen-by-account.ts'
import type { ChainBlock } from '../index-chain/chain-block.ts'
import { makeIndexRows } from '../index-chain/make-index-rows.ts'
import { readHeader, readTransaction } from '../index-chain/read-block.ts'
import { readReceipt } from '../index-chain/read-receipts.ts'
import { asList, asRecord, asWholeNumber } from '../index-chain/read-value.ts'
import { distrustRefusal, type ListedTransaction } from './explorer-lists.ts'

/**
 * Transactions per request to the node: each needs three calls, and nodes limit the size of a
 * batch.
 */
const groupSize = 30

/**
 * Reads the transactions that an explorer listed from the chain's own node: sender, amounts,
 * status, fee and time come from the node's transactions, receipts and headers, not from the
 * explorer. The whole list is invalid if the node does not have one of its transactions in the
 * block that the explorer reports, or if one of them does not involve the account.
 */
export async function readProven(
  nodes: NodePort,
  chain: ChainId,
  account: Hex,
  listed: readonly ListedTransaction[],
  signal: AbortSignal | undefined,
): Promise<readonly SeenTransaction[]> {
  const groups = Array.from({ length: Math.ceil(listed.length / groupSize) }, (_, index) =>
    listed.slice(index * groupSize, (index + 1) * groupSize),
  )
  const provenGroups = await Promise.all(
    groups.map((group) => readGroup(nodes, chain, account, group, signal)),
  )
  return provenGroups.flat().sort((a, b) => b.block - a.block || b.place - a.place)
}

async function readGroup(
  nodes: NodePort,
  chain: ChainId,
  account: Hex,
  listed: readonly ListedTransaction[],
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
  return listed.map((one, index) =>
    proveTransaction(chain, account, one, values.slice(index * 3, index * 3 + 3)),
  )
}

function proveTransaction(
  chain: ChainId,
  account: Hex,
  { hash, block, internal }: ListedTransaction,
  [transaction, receipt, header]: readonly unknown[],
): SeenTransaction {
  if (!transaction || !receipt || !header)
    throw distrustRefusal('the node does not know its transactions')
  const blockHeader = readHeader(header, block)
  const nameInErrors = `transaction ${hash}`
  const transactionIndex = asWholeNumber(
    asRecord(transaction, nameInErrors).transactionIndex,
    `place of ${nameInErrors}`,
  )
  const bareTransaction = readTransaction(transaction, transactionIndex, blockHeader)
  if (bareTransaction.hash !== hash) throw distrustRefusal('the node knows another transaction')
  const logs = asList(asRecord(receipt, nameInErrors).logs, `logs of ${nameInErrors}`, 100_000)
  const firstLogIndex = logs.length
    ? asWholeNumber(asRecord(logs[0], nameInErrors).logIndex, `first log of ${nameInErrors}`)
    : 0
  const fullTransaction = readReceipt(
    receipt,
    bareTransaction,
    { ...blockHeader, transactions: [bareTransaction] },
    firstLogIndex,
  )
  const chainBlock: ChainBlock = {
    ...blockHeader,
    transactions: [{ ...fullTransaction, internal: fullTransaction.isSuccess ? internal : [] }],
  }
  const rows = makeIndexRows([chainBlock], account)
  if (!rows.transactions.length) throw distrustRefusal('its transactions are of another account')
  const ownMovements = rows.movements.filter(({ from, to }) => from === account || to === account)
  const rankMovement = ({ position }: { readonly position: number }): number =>
    position < -1 ? Number.MAX_SAFE_INTEGER / 2 - position : position
  const { from, to, created, nonce, fee, isSuccess, selector, value } = fullTransaction
  return trimToAccountView(account, {
    chain,
    block,
    place: transactionIndex,
    hash,
    from,
    to,
    created,
    nonce,
    fee,
    isSuccess,
    selector,
    value,
    minedAt: blockHeader.minedAt * 1_000,
    movements: ownMovements
      .sort((a, b) => rankMovement(a) - rankMovement(b) || a.part - b.part)
      .slice(0, maxMovements),
    approvals: rows.approvals.filter(({ owner }) => owner === account),
    movementCount: from === account ? 0 : Math.min(rows.movements.length, manyMovementsLimit + 1),
  })
}
