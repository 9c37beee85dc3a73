import { type Approval, families, ProviderError, rejected, toProviderError } from '@latchkey/signer'
import { answerSolana } from './answer-solana.ts'
import { answerWbip, wbipCode } from './answer-wbip.ts'
import {
  type Look,
  type PageCall,
  type Standard,
  toWireApproval,
  type Waiting,
  type WireAnswer,
} from './messages.ts'
import type { Questions } from './questions.ts'
import type { Permissions, Wallet } from './wallet-of.ts'

/** Who calls: the browser's word, never the page's. */
export interface Caller {
  readonly origin: string
  readonly tab: number
  readonly document?: string
}

interface Parts {
  readonly permissions: Permissions
  readonly questions: Questions
  /** Opens the window for a question; resolves to its id. */
  show(id: string): Promise<number | undefined>
}

class Unanswered extends Error {
  readonly approval: Approval
  constructor(approval: Approval) {
    super('the visitor is asked')
    this.approval = approval
  }
}

/**
 * Answers a page's call, or puts it before the visitor and answers nothing yet. The background may
 * end at any time, so a call that needs the visitor is only described here; it is done by `decideCall`,
 * in whatever life of the background that comes.
 */
export async function answerCall(
  { permissions, questions, show }: Parts,
  { origin, ...place }: Caller,
  { id, standard, method, params }: Extract<PageCall, { type: 'call' }>,
): Promise<WireAnswer | null> {
  try {
    const wallet = await permissions.open((approval) => Promise.reject(new Unanswered(approval)))
    return { result: await dispatchCall(wallet, { origin, standard, method, params }) }
  } catch (error) {
    if (!(error instanceof Unanswered)) return failureOf(error, standard)
    if ((await questions.list()).some((one) => one.origin === origin)) {
      return failureOf(
        new ProviderError(-32002, "The test wallet's window is open with another request"),
      )
    }
    const asked = pinAmounts(method, params, error.approval)
    // Of our own making: a page must not name another's question.
    const question = crypto.randomUUID()
    await questions.add({
      id: question,
      call: id,
      origin,
      standard,
      method,
      params: asked,
      ...place,
      approval: toWireApproval(error.approval),
    })
    const window = await show(question)
    if (window !== undefined) await questions.change(question, { window })
    return null
  }
}

/** Does what the visitor decided; what would be signed must be what was shown. */
export async function decideCall(
  permissions: Permissions,
  { origin, standard, method, params, approval: shown }: Waiting,
  decision: boolean | readonly string[],
): Promise<WireAnswer> {
  try {
    if (decision === false) throw rejected()
    const wallet = await permissions.open(async (approval) => {
      if (inOrder(toWireApproval(approval)) !== inOrder(shown)) {
        throw new ProviderError(-32603, 'What was asked has changed since it was shown: try again')
      }
      return decision
    })
    const { families } = wallet
    const pinned = 'pinned' in shown ? shown.pinned : undefined
    // What was filled in to be shown stays as it was.
    const requestPinned: typeof families.request = (call) =>
      families.request({ ...call, params: { ...(call.params as object), ...pinned } })
    return {
      result: await dispatchCall(
        { ...wallet, families: { ...families, request: requestPinned } },
        { origin, standard, method, params },
      ),
    }
  } catch (error) {
    return failureOf(error, standard)
  }
}

function dispatchCall(
  { signer, families }: Wallet,
  call: {
    readonly origin: string
    readonly standard: Standard
    readonly method: string
    readonly params: unknown
  },
): Promise<unknown> {
  if (call.standard === 'eip1193') return signer.request(call)
  if (call.standard === 'solana') return answerSolana(families, call)
  return answerWbip(families, call.standard, call)
}

/** What a page may use now. */
export async function lookFor(permissions: Permissions, origin: string): Promise<Look> {
  const { signer, families: others } = await permissions.open(async () => false)
  const askSigner = (method: string): Promise<unknown> => signer.request({ origin, method })
  return {
    accounts: (await askSigner('eth_accounts')) as readonly string[],
    chainId: String(await askSigner('eth_chainId')),
    families: others.granted(origin, families),
  }
}

/**
 * The amounts of a transaction as they were shown, so that a fee that moves meanwhile is not paid
 * unseen.
 */
function pinAmounts(method: string, params: unknown, approval: Approval): unknown {
  if (method !== 'eth_sendTransaction' || approval.kind !== 'transaction' || !Array.isArray(params))
    return params
  const { gas, maxFeePerGas } = approval
  const { gasPrice: _, ...asked } = params[0] as Record<string, unknown>
  return [
    { ...asked, gas: `0x${gas.toString(16)}`, maxFeePerGas: `0x${maxFeePerGas.toString(16)}` },
  ]
}

function failureOf(error: unknown, standard: Standard = 'eip1193'): WireAnswer {
  const { code: own, message, data } = toProviderError(error)
  const code = standard === 'eip1193' || standard === 'solana' ? own : wbipCode(own)
  return { error: { code, message, ...(data === undefined ? {} : { data }) } }
}

/** JSON with sorted keys: the browser's storage keeps no order. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort())
      : one,
  )
}
