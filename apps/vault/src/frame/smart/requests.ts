import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
} from '@latchkey/protocol/vault'
import type { PlainCall } from '../../decode/evm/abi-calls.ts'
import { batchMethod, operationMethod, type UserOperation } from '../../decode/evm/smart-forms.ts'
import { hexOfBytes } from '../../decode/shapes.ts'
import type { ShownRequest } from '../../payload-hash.ts'
import type { SentCalls, WalletRecord } from '../../store/record.ts'
import type { OperationSigned } from '../../worker/smart-payload.ts'
import type { CallNode } from '../requests/call-node.ts'
import { completeEvm } from '../requests/complete-evm.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { duplicateBundleError, runAlone } from '../requests/run-alone.ts'
import type { Vault } from '../vault.ts'
import { type SmartAccount, smartAccountOn } from './account.ts'
import { completeBatch, isDelegated } from './batch.ts'
import {
  type AcceptedCalls,
  readCalls,
  readEstimateRequest,
  readSendTransaction,
  readUserOperation,
} from './calls.ts'
import { endDelegation, type OwnAccount, readDelegation } from './delegation.ts'
import { smartNode } from './node.ts'
import { completeOperation } from './operation.ts'
import { type OperationReceipt, sendOperation, waitForOperation } from './send.ts'
import { callsStatus, capabilitiesOf, readCapabilitiesAsked } from './status.ts'

/** One request on an Ethereum-like chain, with the ways to ask the visitor. */
export interface SmartRequest {
  readonly vault: Vault
  readonly node: CallNode
  readonly asked: PageRequest
  readonly record: WalletRecord
  /** Undefined when the operator names no contract account on this chain. */
  readonly smart: SmartAccount | undefined
  readonly signal: AbortSignal
  /** Asks the visitor to approve what `make` makes for `account`, then has the worker sign it. */
  readonly approve: (
    account: string,
    make: () => Promise<ShownRequest>,
  ) => Promise<{ readonly shown: ShownRequest; readonly signed: unknown }>
  /**
   * For each account, resolves when the wait for its last operation has ended, with a receipt or a
   * failure. The next operation waits for this, because two at once would have the same nonce.
   */
  readonly settled: Map<string, Promise<unknown>>
  /** Ids of calls that this frame is handling now. */
  readonly taken: Set<string>
}

/**
 * Handles the requests of EIP-5792, those about delegation, and every transaction of the contract
 * account.
 * @throws with EIP-5792's codes as `sourceCode`
 */
export async function runSmartRequest(context: SmartRequest): Promise<unknown> {
  const { method, params, chain } = context.asked
  switch (method) {
    case 'wallet_getCapabilities':
      return readCapabilities(context)
    case 'wallet_getCallsStatus':
      return readStatus(context)
    case 'wallet_showCallsStatus':
      // The modal shows the status of the calls, so only the id is checked here: an unknown id is
      // refused, as with any wallet, with the error 5730 of EIP-5792.
      await findSentCalls(context)
      return null
    case estimateCallsMethod:
      return estimateFee(context)
    case readDelegationMethod:
      return readDelegation(params, ownAccountOf(context), context.node)
    case endDelegationMethod: {
      const prepareDelegationEnd = () => endDelegation(params, ownAccountOf(context), context.node)
      return sendRaw(
        context,
        (await context.approve(context.record.addresses.eip155, prepareDelegationEnd)).signed,
      )
    }
    case 'wallet_sendCalls':
      return sendCalls(context, readCalls(params, chain, context.smart))
    case 'eth_sendUserOperation': {
      const smart = requireContract(context)
      return (await runOperation(context, smart, readUserOperation(params, smart))).hash
    }
    default: {
      const smart = requireContract(context)
      const { receipt } = await runOperation(context, smart, [readSendTransaction(params, smart)])
      // Reverted or not, the operation is on the chain and paid for; the page can read its result
      // by the hash.
      const { transaction } = await race(() => receipt, context.signal)
      return transaction
    }
  }
}

function requireContract({ smart, asked }: SmartRequest): SmartAccount {
  if (!smart) throw new LatchkeyError('request-not-allowed', { reason: asked.method })
  return smart
}

const ownAccountOf = ({ smart, record, asked: { chain } }: SmartRequest): OwnAccount => ({
  chain,
  address: record.addresses.eip155,
  delegate: smart?.says.delegate,
})

const smartNodeOf = (context: Pick<SmartRequest, 'vault' | 'node'>, smart: SmartAccount) =>
  smartNode(context.vault, smart, context.node)

/** One operation: completed, approved, signed, sent to the bundler. */
async function runOperation(
  context: SmartRequest,
  smart: SmartAccount,
  calls: readonly PlainCall[],
): Promise<{ readonly hash: string; readonly receipt: Promise<OperationReceipt> }> {
  const accountNode = smartNodeOf(context, smart)
  const key = `${smart.chain} ${smart.address}`
  const { shown, signed: signedTransaction } = await context.approve(smart.address, async () => {
    await context.settled.get(key)
    return {
      chain: smart.chain,
      method: operationMethod,
      params: await completeOperation(calls, smart, accountNode),
    }
  })
  const [operation] = shown.params as readonly [UserOperation]
  const hash = await sendOperation(accountNode, operation, signedTransaction as OperationSigned)
  const receipt = waitForOperation(accountNode, hash)
  context.settled.set(
    key,
    receipt.catch(() => null),
  )
  return { hash, receipt }
}

/**
 * Each id is used once: it is held from before the visitor is asked until the sent calls are
 * stored.
 */
async function sendCalls(
  context: SmartRequest,
  calls: AcceptedCalls,
): Promise<{ readonly id: string }> {
  const { vault, taken } = context
  const id = calls.id ?? hexOfBytes(crypto.getRandomValues(new Uint8Array(32)))
  return runAlone(taken, `latchkey-calls ${vault.project.project} ${id}`, async () => {
    if ((await vault.store.calls()).some((one) => one.id === id)) throw duplicateBundleError()
    await sendWithId(id, context, calls)
    return { id }
  })
}

async function sendWithId(
  id: string,
  context: SmartRequest,
  takenCalls: AcceptedCalls,
): Promise<void> {
  const { smart, record, asked, vault } = context
  const ownAddress = record.addresses.eip155
  const sender = (takenCalls.from ?? smart?.address ?? ownAddress).toLowerCase()
  const storeSentCalls = (
    sentFields: Pick<SentCalls, 'kind' | 'hashes' | 'count' | 'isAtomic'>,
  ): Promise<void> =>
    vault.store.keepCalls({
      id,
      chain: asked.chain,
      account: sender,
      at: Date.now(),
      ...sentFields,
    })
  if (smart && sender === smart.address.toLowerCase()) {
    const { hash } = await runOperation(context, smart, takenCalls.calls)
    return storeSentCalls({ kind: 'operation', hashes: [hash], count: 1, isAtomic: true })
  }
  if (sender !== ownAddress.toLowerCase())
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  const hasManyCalls = takenCalls.calls.length > 1
  if (hasManyCalls && smart?.says.delegate) {
    const { signed: signedTransaction } = await context.approve(ownAddress, async () => ({
      chain: asked.chain,
      method: batchMethod,
      params: await completeBatch(takenCalls.calls, smart, smartNodeOf(context, smart)),
    }))
    return storeSentCalls({
      kind: 'transactions',
      hashes: [await sendRaw(context, signedTransaction)],
      count: 1,
      isAtomic: true,
    })
  }
  if (hasManyCalls && takenCalls.isAtomic)
    throw new LatchkeyError('wallet-atomicity-unsupported', { sourceCode: 5760 })
  const hashes = await sendOneByOne(context, takenCalls.calls)
  await storeSentCalls({
    kind: 'transactions',
    hashes,
    count: takenCalls.calls.length,
    isAtomic: !hasManyCalls,
  })
}

/**
 * Each call is a transaction of its own with its own approval; a failure after the first leaves the
 * earlier ones sent.
 */
async function sendOneByOne(
  context: SmartRequest,
  calls: readonly PlainCall[],
): Promise<readonly string[]> {
  const { chain } = context.asked
  const address = context.record.addresses.eip155
  const hashes: string[] = []
  for (const { to, value, data } of calls) {
    try {
      const call = {
        from: address,
        to,
        value: `0x${value.toString(16)}`,
        ...(data !== '0x' && { data }),
      }
      const { signed: signedTransaction } = await context.approve(address, async () => ({
        chain,
        method: 'eth_sendTransaction',
        params: await completeEvm([call], { chain, address, node: context.node }),
      }))
      hashes.push(await sendRaw(context, signedTransaction))
    } catch (error) {
      if (hashes.length === 0) throw error
      break
    }
  }
  return hashes
}

async function sendRaw(
  { node, asked: { chain } }: SmartRequest,
  signedTransaction: unknown,
): Promise<string> {
  const hash = await node(chain, 'eth_sendRawTransaction', [signedTransaction])
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'eth_sendRawTransaction' })
  return hash
}

async function estimateFee(
  context: SmartRequest,
): Promise<{ readonly fee: string; readonly isSponsored: boolean }> {
  const { smart, record, node, asked } = context
  const { chain } = asked
  const { from: sender, calls } = readEstimateRequest(asked.params, chain)
  const ownAddress = record.addresses.eip155
  const answerFee = (fee: bigint, isSponsored = false) => ({
    fee: `0x${fee.toString(16)}`,
    isSponsored,
  })
  if (smart && sender === smart.address.toLowerCase()) {
    const [operation] = await completeOperation(calls, smart, smartNodeOf(context, smart))
    if (operation.paymaster) return answerFee(0n, true)
    const gas = [
      operation.callGasLimit,
      operation.verificationGasLimit,
      operation.preVerificationGas,
    ]
    return answerFee(
      gas.reduce((sum, one) => sum + BigInt(one), 0n) * BigInt(operation.maxFeePerGas),
    )
  }
  if (sender !== ownAddress.toLowerCase())
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  if (calls.length > 1 && smart?.says.delegate) {
    const [{ gas, maxFeePerGas }] = await completeBatch(calls, smart, smartNodeOf(context, smart))
    return answerFee(BigInt(gas) * BigInt(maxFeePerGas))
  }
  const fees = await Promise.all(
    calls.map(async ({ to, value, data }) => {
      const call = {
        from: ownAddress,
        to,
        value: `0x${value.toString(16)}`,
        ...(data !== '0x' && { data }),
      }
      const [{ gas, maxFeePerGas, gasPrice }] = await completeEvm([call], {
        chain,
        address: ownAddress,
        node,
      })
      return BigInt(gas ?? 0) * BigInt(maxFeePerGas ?? gasPrice ?? 0)
    }),
  )
  return answerFee(fees.reduce((sum, one) => sum + one, 0n))
}

async function findSentCalls({ vault, asked: { params } }: SmartRequest): Promise<SentCalls> {
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  const sentCalls = (await vault.store.calls()).find((one) => one.id === id)
  if (!sentCalls) throw new LatchkeyError('wallet-bundle-unknown', { sourceCode: 5730 })
  return sentCalls
}

async function readStatus(context: SmartRequest): Promise<object> {
  const sentCalls = await findSentCalls(context)
  const smart = await smartAccountOn(
    context.vault.project,
    context.record.addresses,
    sentCalls.chain,
  )
  return callsStatus(sentCalls, context.node, smart && smartNodeOf(context, smart))
}

async function readCapabilities(context: SmartRequest): Promise<Readonly<Record<string, object>>> {
  const { vault, record, asked } = context
  const { address, chains } = readCapabilitiesAsked(asked.params)
  const ownAddress = record.addresses.eip155.toLowerCase()
  const servedChains = (Object.keys(vault.project.rpc) as ChainId[]).filter((chain) =>
    chain.startsWith('eip155:'),
  )
  const requestedChains = chains
    ? servedChains.filter((chain) => chains.includes(chain))
    : servedChains
  const capabilityEntries = await Promise.all(
    requestedChains.map(async (chain) => {
      const smart = await smartAccountOn(vault.project, record.addresses, chain)
      const isContract = smart?.address.toLowerCase() === address
      if (!isContract && address !== ownAddress) return []
      const id = `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}`
      return [[id, capabilitiesOf(isContract, await readBatchSupport(context, smart))] as const]
    }),
  )
  if (requestedChains.length > 0 && capabilityEntries.flat().length === 0)
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  return Object.fromEntries(capabilityEntries.flat())
}

async function readBatchSupport(
  context: SmartRequest,
  smart: SmartAccount | undefined,
): Promise<'supported' | 'ready' | 'unsupported'> {
  if (!smart?.says.delegate) return 'unsupported'
  return (await isDelegated(smart, smartNodeOf(context, smart)).catch(() => false))
    ? 'supported'
    : 'ready'
}
