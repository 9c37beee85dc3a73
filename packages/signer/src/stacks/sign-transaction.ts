import {
  addressFromVersionHash,
  addressToString,
  deserializeTransaction,
  type StacksTransactionWire,
  serializePayload,
  TransactionSigner,
} from '@stacks/transactions'
import { toRecord } from '../chain.ts'
import { askNode } from '../family/ask-node.ts'
import { amountOf, fromHex, invalidParams, toHex } from '../family/bytes.ts'
import { askVisitor, type FamilyContext, type FamilyVerb } from '../family/family.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { type StacksAccount, stacksAccount } from './accounts.ts'
import { lengthOf, localStacks } from './build.ts'
import { formatStx, readStacksTransaction } from './read-transaction.ts'

/** Name of the chain in approvals. */
export const network = 'Stacks, local'
const longest = 1_200_000

/**
 * Creates a request handler that builds a transaction, fills in fee and nonce from the node,
 * prompts, signs and sends it: → `{ txid, transaction (hex) }`.
 */
export function makeSendingVerb(
  build: (
    own: StacksAccount,
    params: Readonly<Record<string, unknown>>,
  ) => Promise<StacksTransactionWire>,
): FamilyVerb {
  return async (context, params) => {
    const own = stacksAccount(context.seed, context.account)
    if (params.address !== undefined && params.address !== own.address)
      throw new ProviderError(4100, 'The site is not connected to this address')
    if (params.sponsored === true)
      throw invalidParams('The test wallet sends no sponsored transactions')
    const transaction = await requireUnderstood(() => build(own, params))
    const fee =
      params.fee === undefined
        ? await estimateFee(context.nodeUrl, transaction)
        : amountOf(params.fee, 'fee')
    transaction.setFee(fee)
    await showTransaction(
      context,
      own,
      transaction,
      [{ name: 'Afterwards', value: 'Sent at once' }],
      {
        fee: String(fee),
      },
    )
    // Read after the approval: another transaction may have been sent meanwhile.
    const nonce =
      params.nonce === undefined
        ? await nextNonce(context.nodeUrl, own)
        : amountOf(params.nonce, 'nonce')
    transaction.setNonce(nonce)
    addSignature(transaction, own)
    return {
      txid: await broadcastTransaction(context.nodeUrl, transaction),
      transaction: transaction.serialize(),
    }
  }
}

/**
 * `{ transaction (hex), broadcast? }` → `{ transaction, txid? }`: unchanged except for the
 * signature.
 */
export const signTransaction: FamilyVerb = async (context, params) => {
  const own = stacksAccount(context.seed, context.account)
  const bytes = fromHex(params.transaction, 'transaction', longest)
  const transaction = await requireUnderstood(async () => deserializeTransaction(toHex(bytes)))
  const { chainId } = transaction as { readonly chainId: number }
  if (
    chainId !== localStacks.chainId ||
    transaction.transactionVersion !== localStacks.transactionVersion
  )
    throw invalidParams(
      `The transaction is for chain ${chainId}, the wallet is on ${localStacks.chainId}`,
    )
  const { signer } = transaction.auth.spendingCondition
  const sender = addressToString(
    addressFromVersionHash(localStacks.addressVersion.singleSig, signer),
  )
  if (sender !== own.address) throw invalidParams(`The transaction is of ${sender}`)
  const isSent = params.broadcast === true
  const what = isSent ? 'Sent at once' : 'Handed to the page'
  await showTransaction(context, own, transaction, [{ name: 'Afterwards', value: what }])
  addSignature(transaction, own)
  const signed = transaction.serialize()
  return {
    transaction: signed,
    ...(isSent && { txid: await broadcastTransaction(context.nodeUrl, transaction) }),
  }
}

async function showTransaction(
  context: FamilyContext,
  { address }: StacksAccount,
  transaction: StacksTransactionWire,
  more: readonly { readonly name: string; readonly value: string }[],
  pinned?: Readonly<Record<string, string>>,
): Promise<void> {
  const read = readStacksTransaction(transaction)
  const fee = { name: 'Fee', value: formatStx(transaction.auth.spendingCondition.fee) }
  await askVisitor(context, {
    ...read,
    account: address,
    network,
    rows: [...read.rows, fee, ...more],
    ...(pinned && { pinned }),
  })
}

function addSignature(transaction: StacksTransactionWire, { privateKey }: StacksAccount): void {
  new TransactionSigner(transaction).signOrigin(privateKey)
}

async function requireUnderstood<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw invalidParams(
      error instanceof Error ? error.message.slice(0, 200) : 'The transaction is malformed',
    )
  }
}

/** The middle of the node's three fee estimates; without estimates its price per byte. */
async function estimateFee(nodeUrl: string, transaction: StacksTransactionWire): Promise<bigint> {
  const body = {
    estimated_len: lengthOf(transaction),
    transaction_payload: serializePayload(transaction.payload),
  }
  try {
    const { estimations } = toRecord(await askNode(nodeUrl, '/v2/fees/transaction', body))
    const middle = toRecord(Array.isArray(estimations) ? estimations[1] : undefined).fee
    return amountOf(middle, 'fee')
  } catch {
    const rate = await askNode(nodeUrl, '/v2/fees/transfer')
    return amountOf(Number(rate), 'fee rate') * BigInt(lengthOf(transaction))
  }
}

async function nextNonce(nodeUrl: string, { address }: StacksAccount): Promise<bigint> {
  const said = toRecord(await askNode(nodeUrl, `/extended/v1/address/${address}/nonces`))
  return amountOf(said.possible_next_nonce, 'nonce')
}

async function broadcastTransaction(
  nodeUrl: string,
  transaction: StacksTransactionWire,
): Promise<string> {
  const said = await askNode(nodeUrl, '/v2/transactions', { tx: transaction.serialize() })
  const txid = transaction.txid()
  if (String(said).replace(/^0x/, '') !== txid.replace(/^0x/, ''))
    throw new ProviderError(-32603, 'The network gave no transaction id')
  return txid
}
