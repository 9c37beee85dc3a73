import { type ChainId, LatchkeyError, namespaceOf } from '@latchkey/protocol'
import { addressOnChain, isServedChain } from '../account/describe-session.ts'
import type { SignIn } from '../account/open-sign-in.ts'
import { drawApproval } from '../approval/draw-approval.ts'
import { type Approvals, openApprovals } from '../approval/open-approvals.ts'
import { smartAccountOn } from '../smart/account.ts'
import type { SmartRequest } from '../smart/smart-request.ts'
import type { Vault } from '../vault.ts'
import { callNode, callServer } from './call-node.ts'
import { completeRequest } from './complete-request.ts'
import { openSmallPayments } from './open-small-payments.ts'
import { isNamedAccount, type PageRequest } from './page-request.ts'
import { type PendingRequest, prepareQuestion } from './prepare-question.ts'
import { publicKeyOf } from './public-key.ts'
import {
  bundlerMethods,
  callsMethods,
  missingMethods,
  safeMethods,
  signingMethods,
} from './safe-methods.ts'
import { sendSigned } from './send-signed.ts'
import { signQuestion } from './sign-question.ts'

export interface Requests {
  readonly approvals: Approvals
  /** @throws `request-not-allowed` for a method that the vault does not support */
  readonly run: (pageRequest: PageRequest, signal: AbortSignal) => Promise<unknown>
}

export function openRequests(vault: Vault, signIn: SignIn): Requests {
  const node = callNode(vault)
  /**
   * By contract account, a promise that resolves when nothing waits any more for the account's last
   * user operation.
   */
  const lastOperations = new Map<string, Promise<unknown>>()
  const idsInUse = new Set<string>()
  const smallPayments = openSmallPayments(vault)
  const approvals = openApprovals(vault, (question, handlers) =>
    drawApproval(vault.site, question, handlers),
  )

  /**
   * Reads of the wallet take turns, so that requests are handled in the order in which the page
   * sent them.
   */
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
    // Code 4200 of EIP-1193 means that the wallet does not support the method.
    if (missingMethods.has(method))
      throw new LatchkeyError('request-not-allowed', { reason: method, sourceCode: 4200 })
    if (!signingMethods[family]?.includes(method))
      throw new LatchkeyError('request-not-allowed', { reason: method })
    const prepareShownRequest = () => completeRequest(pageRequest, { record, address, smart }, node)
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
      () => prepareQuestion(toPrepare, { vault, signIn, node, smallPayments }),
      signal,
    )
    // When another frame has used up the day's limit meanwhile, the visitor is asked again, in a
    // window.
    if (question.small && !(await smallPayments.count(question.shown.chain, question.small)))
      return askApproval(toPrepare, signal)
    return {
      shown: question.shown,
      signed: await signQuestion(
        { question, payload, smart: toPrepare.smart, signal },
        { vault, signIn, node },
      ),
    }
  }

  /**
   * Accepts every EVM chain for which the project names a node. Nothing is stored, because each
   * request names its chain.
   */
  function switchChain(params: unknown): null {
    const [{ chainId } = {}] = (Array.isArray(params) ? params : []) as {
      readonly chainId?: unknown
    }[]
    const isHexChainId = typeof chainId === 'string' && /^0x[0-9a-f]{1,12}$/i.test(chainId)
    if (!isHexChainId || !Object.hasOwn(vault.project.rpc, `eip155:${BigInt(chainId)}`))
      throw new LatchkeyError('chain-not-added', { sourceCode: 4902 })
    return null
  }

  return { approvals, run: runRequest }
}
