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
import { fromHex, invalidParams, readAmount, toHex } from '../family/bytes.ts'
import { askVisitor, type FamilyContext, type MethodHandler } from '../family/family.ts'
import { ProviderError } from '../provider/provider-error.ts'
import { type StacksAccount, stacksAccount } from './accounts.ts'
import { localStacks, transactionLengthOf } from './build.ts'
import { formatStx, readStacksTransaction } from './read-transaction.ts'

/** Name of the chain, as approvals show it. */
export const network = 'Stacks, local'
const maxTransactionLength = 1_200_000

/**
 * Creates a request handler that builds a transaction, fills in fee and nonce from the node,
 * prompts, signs and sends it: → `{ txid, transaction (hex) }`.
 */
export function makeSendingVerb(
  build: (
    signerAccount: StacksAccount,
    params: Readonly<Record<string, unknown>>,
  ) => Promise<StacksTransactionWire>,
): MethodHandler {
  return async (context, params) => {
    const signerAccount = stacksAccount(context.seed, context.account)
    if (params.address !== undefined && params.address !== signerAccount.address)
      throw new ProviderError(4100, 'The site is not connected to this address')
    if (params.sponsored === true)
      throw invalidParams('The test wallet sends no sponsored transactions')
    const transaction = await requireReadable(() => build(signerAccount, params))
    const fee =
      params.fee === undefined
        ? await estimateFee(context.nodeUrl, transaction)
        : readAmount(params.fee, 'fee')
    transaction.setFee(fee)
    await showTransaction(
      context,
      signerAccount,
      transaction,
      [{ name: 'Afterwards', value: 'Sent at once' }],
      {
        fee: String(fee),
      },
    )
    // The nonce is read after the approval: meanwhile another transaction may have been sent.
    const nonce =
      params.nonce === undefined
        ? await nextNonce(context.nodeUrl, signerAccount)
        : readAmount(params.nonce, 'nonce')
    transaction.setNonce(nonce)
    addSignature(transaction, signerAccount)
    return {
      txid: await broadcastTransaction(context.nodeUrl, transaction),
      transaction: transaction.serialize(),
    }
  }
}

/**
 * Signs a transaction: `{ transaction (hex), broadcast? }` → `{ transaction, txid? }`. The
 * transaction stays unchanged except for the added signature.
 */
export const signTransaction: MethodHandler = async (context, params) => {
  const signerAccount = stacksAccount(context.seed, context.account)
  const bytes = fromHex(params.transaction, 'transaction', maxTransactionLength)
  const transaction = await requireReadable(async () => deserializeTransaction(toHex(bytes)))
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
  if (sender !== signerAccount.address) throw invalidParams(`The transaction is of ${sender}`)
  const sendsAtOnce = params.broadcast === true
  const outcomeText = sendsAtOnce ? 'Sent at once' : 'Handed to the page'
  await showTransaction(context, signerAccount, transaction, [
    { name: 'Afterwards', value: outcomeText },
  ])
  addSignature(transaction, signerAccount)
  const signedHex = transaction.serialize()
  return {
    transaction: signedHex,
    ...(sendsAtOnce && { txid: await broadcastTransaction(context.nodeUrl, transaction) }),
  }
}

async function showTransaction(
  context: FamilyContext,
  { address }: StacksAccount,
  transaction: StacksTransactionWire,
  extraRows: readonly { readonly name: string; readonly value: string }[],
  pinnedFields?: Readonly<Record<string, string>>,
): Promise<void> {
  const readable = readStacksTransaction(transaction)
  const fee = { name: 'Fee', value: formatStx(transaction.auth.spendingCondition.fee) }
  await askVisitor(context, {
    ...readable,
    account: address,
    network,
    rows: [...readable.rows, fee, ...extraRows],
    ...(pinnedFields && { pinned: pinnedFields }),
  })
}

function addSignature(transaction: StacksTransactionWire, { privateKey }: StacksAccount): void {
  new TransactionSigner(transaction).signOrigin(privateKey)
}

async function requireReadable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ProviderError) throw error
    throw invalidParams(
      error instanceof Error ? error.message.slice(0, 200) : 'The transaction is malformed',
    )
  }
}

/**
 * The fee is the middle one of the node's three estimates. Without estimates, it is computed from
 * the node's price per byte.
 */
async function estimateFee(nodeUrl: string, transaction: StacksTransactionWire): Promise<bigint> {
  const feeRequest = {
    estimated_len: transactionLengthOf(transaction),
    transaction_payload: serializePayload(transaction.payload),
  }
  try {
    const { estimations } = toRecord(await askNode(nodeUrl, '/v2/fees/transaction', feeRequest))
    const mediumFee = toRecord(Array.isArray(estimations) ? estimations[1] : undefined).fee
    return readAmount(mediumFee, 'fee')
  } catch {
    const rate = await askNode(nodeUrl, '/v2/fees/transfer')
    return readAmount(Number(rate), 'fee rate') * BigInt(transactionLengthOf(transaction))
  }
}

async function nextNonce(nodeUrl: string, { address }: StacksAccount): Promise<bigint> {
  const nonceAnswer = toRecord(await askNode(nodeUrl, `/extended/v1/address/${address}/nonces`))
  return readAmount(nonceAnswer.possible_next_nonce, 'nonce')
}

async function broadcastTransaction(
  nodeUrl: string,
  transaction: StacksTransactionWire,
): Promise<string> {
  const nonceAnswer = await askNode(nodeUrl, '/v2/transactions', { tx: transaction.serialize() })
  const txid = transaction.txid()
  if (String(nonceAnswer).replace(/^0x/, '') !== txid.replace(/^0x/, ''))
    throw new ProviderError(-32603, 'The network gave no transaction id')
  return txid
}
