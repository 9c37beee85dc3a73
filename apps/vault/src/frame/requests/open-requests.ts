import { type ChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { operationMethod } from '../../decode/evm/smart-forms.ts'
import { readOnNetwork } from '../../decode/solana/network.ts'
import type { ShownRequest } from '../../payload-hash.ts'
import type { WalletRecord } from '../../store/record.ts'
import { runWorker } from '../../worker/run-worker.ts'
import type { SignInput } from '../../worker/sign-input.ts'
import { addressOnChain, isServedChain } from '../account/describe-session.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import { releaseShare } from '../account/open-wallet.ts'
import { readWallet } from '../account/wallet-changes.ts'
import { drawApproval } from '../approval/draw-approval.ts'
import { type Approvals, openApprovals, type Question } from '../approval/open-approvals.ts'
import { type SmartAccount, smartAccountOn } from '../smart/account.ts'
import type { SmartRequest } from '../smart/smart-request.ts'
import type { Vault } from '../vault.ts'
import { outgoingAmount } from './barred.ts'
import { callNode, callServer } from './call-node.ts'
import { limitForChain, spentUnderLimit } from './count-together.ts'
import { openSmall } from './open-small.ts'
import type { PageRequest } from './page-request.ts'
import {
  bundlerMethods,
  callsMethods,
  missingMethods,
  safeMethods,
  signingMethods,
} from './safe-methods.ts'
import { sendSigned } from './send-signed.ts'

export interface Requests {
  readonly approvals: Approvals
  /** @throws `request-not-allowed` for a method in neither list */
  readonly run: (pageRequest: PageRequest, signal: AbortSignal) => Promise<unknown>
}

interface PendingRequest {
  readonly account: string
  readonly smart: SmartAccount | undefined
  readonly make: () => Promise<ShownRequest>
  /** The method that the page called. */
  readonly method: string
}

const mainnet = 'bip122:000000000019d6689c085ae165831e93'

export function openRequests(vault: Vault, signIn: SignIn): Requests {
  const node = callNode(vault)
  /** For each contract account: resolves when its last operation is on the chain. */
  const lastOperations = new Map<string, Promise<unknown>>()
  const idsInUse = new Set<string>()
  const smallPayments = openSmall(vault)
  const approvals = openApprovals(vault, (question, handlers) =>
    drawApproval(vault.site, question, handlers),
  )

  /** Requests are decrypted in turn, so that the visitor sees them in the page's order. */
  let readQueue: Promise<unknown> = Promise.resolve()
  function readAskerInTurn(chain: ChainId): ReturnType<typeof readAsker> {
    const queuedRead = readQueue.then(() => readAsker(chain))
    readQueue = queuedRead.catch(() => {})
    return queuedRead
  }
  async function readAsker(chain: ChainId) {
    const family = namespaceOf(chain)
    const record = await vault.store.wallet()
    const address = record && addressOnChain(record.addresses, chain)
    if (!(await signIn.current()) || !record) throw new LatchkeyError('proof-needed')
    if (!isServedChain(vault.project, chain) || !address)
      throw new LatchkeyError('chain-unsupported', { reason: chain })
    const smart =
      family === 'eip155' ? await smartAccountOn(vault.project, record.addresses, chain) : undefined
    return { family, record, address, smart }
  }

  async function runRequest(pageRequest: PageRequest, signal: AbortSignal): Promise<unknown> {
    const { chain, method, params } = pageRequest
    const { family, record, address, smart } = await readAskerInTurn(chain)
    const isFromSmartAccount = smart !== undefined && isNamedAccount(pageRequest, smart.address)
    if (family === 'eip155') {
      if (method === 'eth_accounts') return [...(smart ? [smart.address] : []), address]
      if (method === 'eth_chainId') return `0x${BigInt(chain.slice('eip155:'.length)).toString(16)}`
      if (method === 'wallet_switchEthereumChain') return switchChain(params)
      if (smart && bundlerMethods.has(method))
        return callServer(vault.fetch, smart.says.bundler)(method, params)
      if (safeMethods.has(method)) return node(chain, method, params)
    }
    if (family === 'bip122' && method === 'getAccountAddresses')
      return [{ address, publicKey: publicKeyOf(record, chain) }]
    if (
      family === 'eip155' &&
      (callsMethods.has(method) || (isFromSmartAccount && method === 'eth_sendTransaction'))
    ) {
      const { runSmartRequest: runSmart } = await import('../smart/requests.ts')
      const approveForAccount: SmartRequest['approve'] = (account, make) =>
        askApproval({ account, smart, make, method }, signal)
      return runSmart({
        vault,
        node,
        asked: pageRequest,
        record,
        smart,
        signal,
        approve: approveForAccount,
        settled: lastOperations,
        taken: idsInUse,
      })
    }
    // EIP-1193: a method that the wallet does not support.
    if (missingMethods.has(method))
      throw new LatchkeyError('request-not-allowed', { reason: method, sourceCode: 4200 })
    if (!signingMethods[family]?.includes(method))
      throw new LatchkeyError('request-not-allowed', { reason: method })
    const prepareShownRequest = () => completeRequest(pageRequest, record, { address, smart })
    const { signed } = await askApproval(
      {
        account: isFromSmartAccount ? smart.address : address,
        smart,
        make: prepareShownRequest,
        method,
      },
      signal,
    )
    return sendSigned({ node, asked: pageRequest, signed })
  }

  async function askApproval(toPrepare: PendingRequest, signal: AbortSignal) {
    const { question, payload } = await approvals.askApproval(
      () => prepareQuestion(toPrepare),
      signal,
    )
    // Another frame has used up the day's limit meanwhile: the visitor is asked again, in a window.
    if (question.small && !(await smallPayments.count(question.shown.chain, question.small)))
      return askApproval(toPrepare, signal)
    return {
      shown: question.shown,
      signed: await signQuestion(question, payload, { smart: toPrepare.smart, signal }),
    }
  }

  /** Accepts any EVM chain that the project's nodes serve; each request names its chain anyway. */
  function switchChain(params: unknown): null {
    const [{ chainId } = {}] = (Array.isArray(params) ? params : []) as {
      readonly chainId?: unknown
    }[]
    const isHexChainId = typeof chainId === 'string' && /^0x[0-9a-f]{1,12}$/i.test(chainId)
    if (!isHexChainId || !Object.hasOwn(vault.project.rpc, `eip155:${BigInt(chainId)}`))
      throw new LatchkeyError('chain-not-added', { sourceCode: 4902 })
    return null
  }

  async function prepareQuestion({
    account,
    smart,
    make,
    method,
  }: PendingRequest): Promise<Question> {
    const shownRequest = await make()
    const owner = smart?.owner
    const approvalRequest = {
      ...shownRequest,
      account,
      site: vault.site,
      now: Date.now(),
      ...(smart && { smart: { ...smart.says, owner: smart.owner } }),
    }
    const reading = await readOnNetwork(approvalRequest, (nodeMethod, values) =>
      node(shownRequest.chain, nodeMethod, values),
    )
    if (reading.kind === 'unreadable')
      throw new LatchkeyError('rpc-invalid-params', { reason: reading.reason })
    if (account !== smart?.address) refuseDisguisedRequest(shownRequest.method, reading)
    const limit = await readLimit(shownRequest.chain)
    const isBarred =
      limit !== undefined &&
      (await isOverLimit(limit, shownRequest.chain, outgoingAmount(reading, account)))
    const smallSum = isBarred
      ? null
      : await smallPayments.readSum({ chain: shownRequest.chain, method, account, reading })
    const extraFields = {
      ...(owner && { owner }),
      ...(limit !== undefined && { limit }),
      ...(smallSum && { small: smallSum }),
    }
    return { method, shown: shownRequest, account, reading, isBarred, ...extraFields }
  }

  async function completeRequest(
    { chain, method, params }: PageRequest,
    record: WalletRecord,
    { address, smart }: { readonly address: string; readonly smart: SmartAccount | undefined },
  ): Promise<PageRequest> {
    if (method === 'eth_sendTransaction') {
      const { completeEvm } = await import('./complete-evm.ts')
      const [tx] = await completeEvm(params, { chain, address, node })
      const { to: toPrepare = '', data = '0x' } = tx
      // The key owns the contract account: a plain transaction with data could change that account.
      if (smart && data !== '0x') {
        const { refuseOwnAccountCall: refuseOwnPower } = await import('../smart/calls.ts')
        refuseOwnPower({ to: toPrepare.toLowerCase(), value: 0n, data }, smart)
      }
      return { chain, method, params: [tx] }
    }
    if (method === 'signPsbt')
      await (await import('./check-amounts.ts')).checkAmounts(params, { chain, node })
    if (method !== 'sendTransfer') return { chain, method, params }
    const { completeTransfer } = await import('./complete-bitcoin.ts')
    const approvalRequest = { chain, address, publicKey: publicKeyOf(record, chain), node }
    return { chain, method: 'signPsbt', params: await completeTransfer(params, approvalRequest) }
  }

  /** Amount that may be sent before recovery is set up; undefined once it is. */
  async function readLimit(chain: ChainId): Promise<bigint | undefined> {
    const { methods } = await signIn.call('GET /api/account', undefined)
    if (methods.length > 0) return undefined
    return limitForChain(vault.project, chain)
  }

  async function isOverLimit(
    limit: bigint,
    chain: ChainId,
    leavingAmount: bigint | null,
  ): Promise<boolean> {
    if (leavingAmount === null) return true
    const spentSoFar = spentUnderLimit((await vault.store.wallet())?.spent ?? {}, chain)
    return leavingAmount > 0n && spentSoFar + leavingAmount > limit
  }

  /**
   * Adds a payment to the total sent before recovery was set up, in one step with the check of the
   * limit: two frames of a page may each have a payment approved that fits the limit only alone.
   * @throws `recovery-needed` (4001)
   */
  async function countSpending({
    shown: { chain },
    reading,
    account,
    limit,
  }: Question): Promise<void> {
    const leavingAmount = outgoingAmount(reading, account) ?? 0n
    if (leavingAmount === 0n) return
    const countResult = { isOver: false }
    await vault.store.changeWallet((record) => {
      const spentAmount = BigInt(record.spent[chain] ?? 0) + leavingAmount
      countResult.isOver =
        limit !== undefined && spentUnderLimit(record.spent, chain) + leavingAmount > limit
      return countResult.isOver
        ? record
        : { ...record, spent: { ...record.spent, [chain]: String(spentAmount) } }
    })
    if (countResult.isOver) throw new LatchkeyError('recovery-needed', { sourceCode: 4001 })
  }

  async function signQuestion(
    question: Question,
    payload: string,
    { smart, signal }: { readonly smart: SmartAccount | undefined; readonly signal: AbortSignal },
  ): Promise<unknown> {
    const { shown: shownRequest, account } = question
    const contract =
      smart?.address === account && shownRequest.method !== operationMethod
        ? await readContractDomain(smart)
        : undefined
    const { record, deviceShare: device } = await readWallet(vault)
    const workerScript = chooseScript(shownRequest.chain)
    const publicKey = publicKeyOf(record, shownRequest.chain)
    // The payment is counted before it is signed, because a signature may be used even after the
    // page has stopped waiting.
    await countSpending(question)
    const input: SignInput = {
      request: shownRequest,
      payload,
      address: account,
      publicKey,
      device,
      ...(smart && { smart: smart.says }),
      ...(contract && { contract }),
    }
    return runWorker(vault.scripts(workerScript), input, {
      secrets: [device],
      signal,
      answer: releaseShare(signIn, record.split, 'sign', payload),
    })
  }

  /**
   * The domain that a signature of the contract account must contain, and whether it must also say
   * how to create the account.
   */
  async function readContractDomain(
    smart: SmartAccount,
  ): Promise<NonNullable<SignInput['contract']>> {
    const { smartNode } = await import('../smart/node.ts')
    const smartNodeClient = smartNode(vault, smart, node)
    const [domain, isDeployed] = await Promise.all([
      smartNodeClient.readDomain(),
      smartNodeClient.isDeployed(),
    ])
    return { ...domain, isDeployed }
  }

  return { approvals, run: runRequest }
}

function publicKeyOf({ publics }: WalletRecord, chain: ChainId): string {
  if (chain.startsWith('eip155:')) return publics.eip155
  if (chain.startsWith('solana:')) return publics.solana
  return chain === mainnet ? publics.bip122 : publics.bip122Test
}

function chooseScript(chain: ChainId): 'bip122' | 'eip155' | 'solana' {
  const family = namespaceOf(chain)
  if (family === 'solana') return 'solana'
  return family === 'bip122' ? 'bip122' : 'eip155'
}

/** Whether a request on an Ethereum-like chain names this account as the acting one. */
function isNamedAccount(pageRequest: PageRequest, address: string): boolean {
  const namedAccount = readNamedAccount(pageRequest)
  return typeof namedAccount === 'string' && namedAccount.toLowerCase() === address.toLowerCase()
}

function readNamedAccount({ method, params }: PageRequest): unknown {
  const [first, second] = Array.isArray(params) ? (params as unknown[]) : []
  if (method === 'personal_sign') return second
  if (method === 'eth_signTypedData_v4') return first
  return typeof first === 'object' && first !== null
    ? (first as { readonly from?: unknown }).from
    : undefined
}

/**
 * Refuses 32-byte messages and nested typed data: the key's signature of them could be valid for an
 * operation or a message of a contract account.
 * @throws `rpc-invalid-params`
 */
function refuseDisguisedRequest(method: string, reading: Question['reading']): void {
  const isHash = method === 'personal_sign' && 'bytes' in reading && reading.bytes.length === 66
  const isNestedTypedData =
    reading.kind === 'typed' && /^(PersonalSign|TypedDataSign)$/.test(reading.primaryType)
  if (isHash || isNestedTypedData)
    throw new LatchkeyError('rpc-invalid-params', {
      reason: 'it could be signed for another account',
    })
}
