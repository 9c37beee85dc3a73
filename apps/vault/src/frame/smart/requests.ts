import { type ChainId, LatchkeyError } from '@latchkey/protocol'
import { race } from '@latchkey/protocol/race'
import {
  endDelegationMethod,
  estimateCallsMethod,
  readDelegationMethod,
} from '@latchkey/protocol/vault'
import type { PlainCall } from '../../decode/evm/abi-calls.ts'
import { batchMethod, operationMethod, type UserOperation } from '../../decode/evm/smart-forms.ts'
import { hexOf } from '../../decode/shapes.ts'
import type { ShownRequest } from '../../payload-hash.ts'
import type { SentCalls, WalletRecord } from '../../store/record.ts'
import type { OperationSigned } from '../../worker/smart-payload.ts'
import type { CallNode } from '../requests/call-node.ts'
import { completeEvm } from '../requests/complete-evm.ts'
import type { PageRequest } from '../requests/page-request.ts'
import { duplicateBundle, runAlone } from '../requests/run-alone.ts'
import type { Vault } from '../vault.ts'
import { type SmartAccount, smartOn } from './account.ts'
import { completeBatch, isDelegated } from './batch.ts'
import { readCalls, readEstimated, readSend, readUserOperation, type TakenCalls } from './calls.ts'
import { endDelegation, type OwnAccount, readDelegation } from './delegation.ts'
import { smartNode } from './node.ts'
import { completeOperation } from './operation.ts'
import { type OperationReceipt, sendOperation, waitForOperation } from './send.ts'
import { callsStatus, capabilitiesOf, readCapabilitiesAsked } from './status.ts'

/** One request on an Ethereum-like chain, with the ways to ask the visitor. */
export interface SmartDesk {
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
  /** Used to wait for the account's last operation: two at once would have the same nonce. */
  readonly settled: Map<string, Promise<unknown>>
  /** Ids of calls that this frame is handling now. */
  readonly taken: Set<string>
}

/**
 * Handles the requests of EIP-5792, those about delegation, and every transaction of the contract
 * account.
 * @throws with EIP-5792's codes as `sourceCode`
 */
export async function runSmart(desk: SmartDesk): Promise<unknown> {
  const { method, params, chain } = desk.asked
  switch (method) {
    case 'wallet_getCapabilities':
      return readCapabilities(desk)
    case 'wallet_getCallsStatus':
      return readStatus(desk)
    case 'wallet_showCallsStatus':
      // The modal shows the calls; an unknown id is refused as with any wallet.
      await sentOf(desk)
      return null
    case estimateCallsMethod:
      return estimateFee(desk)
    case readDelegationMethod:
      return readDelegation(params, ownOf(desk), desk.node)
    case endDelegationMethod: {
      const makeEnding = () => endDelegation(params, ownOf(desk), desk.node)
      return sendRaw(desk, (await desk.approve(desk.record.addresses.eip155, makeEnding)).signed)
    }
    case 'wallet_sendCalls':
      return sendCalls(desk, readCalls(params, chain, desk.smart))
    case 'eth_sendUserOperation': {
      const smart = contractOf(desk)
      return (await runOperation(desk, smart, readUserOperation(params, smart))).hash
    }
    default: {
      const smart = contractOf(desk)
      const { receipt } = await runOperation(desk, smart, [readSend(params, smart)])
      // Reverted or not, the operation is on the chain and paid for; the page can read its result
      // by the hash.
      const { transaction } = await race(() => receipt, desk.signal)
      return transaction
    }
  }
}

function contractOf({ smart, asked }: SmartDesk): SmartAccount {
  if (!smart) throw new LatchkeyError('request-not-allowed', { reason: asked.method })
  return smart
}

const ownOf = ({ smart, record, asked: { chain } }: SmartDesk): OwnAccount => ({
  chain,
  address: record.addresses.eip155,
  delegate: smart?.says.delegate,
})

const nodeOf = (desk: Pick<SmartDesk, 'vault' | 'node'>, smart: SmartAccount) =>
  smartNode(desk.vault, smart, desk.node)

/** One operation: completed, approved, signed, sent to the bundler. */
async function runOperation(
  desk: SmartDesk,
  smart: SmartAccount,
  calls: readonly PlainCall[],
): Promise<{ readonly hash: string; readonly receipt: Promise<OperationReceipt> }> {
  const at = nodeOf(desk, smart)
  const key = `${smart.chain} ${smart.address}`
  const { shown, signed } = await desk.approve(smart.address, async () => {
    await desk.settled.get(key)
    return {
      chain: smart.chain,
      method: operationMethod,
      params: await completeOperation(calls, smart, at),
    }
  })
  const [operation] = shown.params as readonly [UserOperation]
  const hash = await sendOperation(at, operation, signed as OperationSigned)
  const receipt = waitForOperation(at, hash)
  desk.settled.set(
    key,
    receipt.catch(() => null),
  )
  return { hash, receipt }
}

/**
 * Each id is used once: it is held from before the visitor is asked until the sent calls are
 * stored.
 */
async function sendCalls(desk: SmartDesk, calls: TakenCalls): Promise<{ readonly id: string }> {
  const { vault, taken } = desk
  const id = calls.id ?? hexOf(crypto.getRandomValues(new Uint8Array(32)))
  return runAlone(taken, `latchkey-calls ${vault.project.project} ${id}`, async () => {
    if ((await vault.store.calls()).some((one) => one.id === id)) throw duplicateBundle()
    await sendUnder(id, desk, calls)
    return { id }
  })
}

async function sendUnder(id: string, desk: SmartDesk, taken: TakenCalls): Promise<void> {
  const { smart, record, asked, vault } = desk
  const own = record.addresses.eip155
  const from = (taken.from ?? smart?.address ?? own).toLowerCase()
  const keepSent = (
    more: Pick<SentCalls, 'kind' | 'hashes' | 'count' | 'isAtomic'>,
  ): Promise<void> =>
    vault.store.keepCalls({ id, chain: asked.chain, account: from, at: Date.now(), ...more })
  if (smart && from === smart.address.toLowerCase()) {
    const { hash } = await runOperation(desk, smart, taken.calls)
    return keepSent({ kind: 'operation', hashes: [hash], count: 1, isAtomic: true })
  }
  if (from !== own.toLowerCase())
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  const isMany = taken.calls.length > 1
  if (isMany && smart?.says.delegate) {
    const { signed } = await desk.approve(own, async () => ({
      chain: asked.chain,
      method: batchMethod,
      params: await completeBatch(taken.calls, smart, nodeOf(desk, smart)),
    }))
    return keepSent({
      kind: 'transactions',
      hashes: [await sendRaw(desk, signed)],
      count: 1,
      isAtomic: true,
    })
  }
  if (isMany && taken.isAtomic)
    throw new LatchkeyError('wallet-atomicity-unsupported', { sourceCode: 5760 })
  const hashes = await oneByOne(desk, taken.calls)
  await keepSent({ kind: 'transactions', hashes, count: taken.calls.length, isAtomic: !isMany })
}

/**
 * Each call is a transaction of its own with its own approval; a failure after the first leaves the
 * earlier ones sent.
 */
async function oneByOne(desk: SmartDesk, calls: readonly PlainCall[]): Promise<readonly string[]> {
  const { chain } = desk.asked
  const address = desk.record.addresses.eip155
  const hashes: string[] = []
  for (const { to, value, data } of calls) {
    try {
      const call = {
        from: address,
        to,
        value: `0x${value.toString(16)}`,
        ...(data !== '0x' && { data }),
      }
      const { signed } = await desk.approve(address, async () => ({
        chain,
        method: 'eth_sendTransaction',
        params: await completeEvm([call], { chain, address, node: desk.node }),
      }))
      hashes.push(await sendRaw(desk, signed))
    } catch (error) {
      if (hashes.length === 0) throw error
      break
    }
  }
  return hashes
}

async function sendRaw({ node, asked: { chain } }: SmartDesk, signed: unknown): Promise<string> {
  const hash = await node(chain, 'eth_sendRawTransaction', [signed])
  if (typeof hash !== 'string' || !/^0x[0-9a-f]{64}$/i.test(hash))
    throw new LatchkeyError('rpc-answer-invalid', { reason: 'eth_sendRawTransaction' })
  return hash
}

async function estimateFee(
  desk: SmartDesk,
): Promise<{ readonly fee: string; readonly isSponsored: boolean }> {
  const { smart, record, node, asked } = desk
  const { chain } = asked
  const { from, calls } = readEstimated(asked.params, chain)
  const own = record.addresses.eip155
  const answerFee = (fee: bigint, isSponsored = false) => ({
    fee: `0x${fee.toString(16)}`,
    isSponsored,
  })
  if (smart && from === smart.address.toLowerCase()) {
    const [operation] = await completeOperation(calls, smart, nodeOf(desk, smart))
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
  if (from !== own.toLowerCase())
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  if (calls.length > 1 && smart?.says.delegate) {
    const [{ gas, maxFeePerGas }] = await completeBatch(calls, smart, nodeOf(desk, smart))
    return answerFee(BigInt(gas) * BigInt(maxFeePerGas))
  }
  const fees = await Promise.all(
    calls.map(async ({ to, value, data }) => {
      const call = {
        from: own,
        to,
        value: `0x${value.toString(16)}`,
        ...(data !== '0x' && { data }),
      }
      const [{ gas, maxFeePerGas, gasPrice }] = await completeEvm([call], {
        chain,
        address: own,
        node,
      })
      return BigInt(gas ?? 0) * BigInt(maxFeePerGas ?? gasPrice ?? 0)
    }),
  )
  return answerFee(fees.reduce((sum, one) => sum + one, 0n))
}

async function sentOf({ vault, asked: { params } }: SmartDesk): Promise<SentCalls> {
  const [id] = Array.isArray(params) ? (params as unknown[]) : []
  const sent = (await vault.store.calls()).find((one) => one.id === id)
  if (!sent) throw new LatchkeyError('wallet-bundle-unknown', { sourceCode: 5730 })
  return sent
}

async function readStatus(desk: SmartDesk): Promise<object> {
  const sent = await sentOf(desk)
  const smart = await smartOn(desk.vault.project, desk.record.addresses, sent.chain)
  return callsStatus(sent, desk.node, smart && nodeOf(desk, smart))
}

async function readCapabilities(desk: SmartDesk): Promise<Readonly<Record<string, object>>> {
  const { vault, record, asked } = desk
  const { address, chains } = readCapabilitiesAsked(asked.params)
  const own = record.addresses.eip155.toLowerCase()
  const served = (Object.keys(vault.project.rpc) as ChainId[]).filter((chain) =>
    chain.startsWith('eip155:'),
  )
  const wanted = chains ? served.filter((chain) => chains.includes(chain)) : served
  const found = await Promise.all(
    wanted.map(async (chain) => {
      const smart = await smartOn(vault.project, record.addresses, chain)
      const isContract = smart?.address.toLowerCase() === address
      if (!isContract && address !== own) return []
      const id = `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}`
      return [[id, capabilitiesOf(isContract, await batchOf(desk, smart))] as const]
    }),
  )
  if (wanted.length > 0 && found.flat().length === 0)
    throw new LatchkeyError('wallet-unauthorized', { sourceCode: 4100 })
  return Object.fromEntries(found.flat())
}

async function batchOf(
  desk: SmartDesk,
  smart: SmartAccount | undefined,
): Promise<'supported' | 'ready' | 'unsupported'> {
  if (!smart?.says.delegate) return 'unsupported'
  return (await isDelegated(smart, nodeOf(desk, smart)).catch(() => false)) ? 'supported' : 'ready'
}
