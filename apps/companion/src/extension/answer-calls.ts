import { type Approval, families, ProviderError, rejected, toProviderError } from '@latchkey/signer'
import { answerSolana } from './answer-solana.ts'
import { answerWbip, wbipCode } from './answer-wbip.ts'
import {
  type PageCall,
  type SiteView,
  toWireApproval,
  type WaitingQuestion,
  type WalletStandard,
  type WireAnswer,
} from './messages.ts'
import type { Questions } from './questions.ts'
import type { Permissions, Wallet } from './wallet-of.ts'

/** Who makes a call, as the browser reports it; what the page says about itself is not used. */
export interface Caller {
  readonly origin: string
  readonly tab: number
  readonly document?: string
}

interface CallDependencies {
  readonly permissions: Permissions
  readonly questions: Questions
  /** Opens the window for a request; resolves to the window's id. */
  show(id: string): Promise<number | undefined>
}

class ApprovalNeededError extends Error {
  readonly approval: Approval
  constructor(approval: Approval) {
    super('the visitor is asked')
    this.approval = approval
  }
}

/**
 * Answers a page's call, or stores it for the visitor and answers nothing yet. The background may
 * end at any time, so the call is only described here; `decideCall` carries it out, in the same or
 * a later run of the background.
 */
export async function answerCall(
  { permissions, questions, show }: CallDependencies,
  { origin, ...place }: Caller,
  { id, standard, method, params }: Extract<PageCall, { type: 'call' }>,
): Promise<WireAnswer | null> {
  try {
    const wallet = await permissions.openWallet((approval) =>
      Promise.reject(new ApprovalNeededError(approval)),
    )
    return { result: await dispatchCall(wallet, { origin, standard, method, params }) }
  } catch (error) {
    if (!(error instanceof ApprovalNeededError)) return toFailureAnswer(error, standard)
    if ((await questions.list()).some((pendingQuestion) => pendingQuestion.origin === origin)) {
      return toFailureAnswer(
        new ProviderError(-32002, "The test wallet's window is open with another request"),
      )
    }
    const pinnedParams = pinAmounts(method, params, error.approval)
    // The request gets a random id, so that a page cannot guess the id of another page's request.
    const question = crypto.randomUUID()
    await questions.add({
      id: question,
      call: id,
      origin,
      standard,
      method,
      params: pinnedParams,
      ...place,
      approval: toWireApproval(error.approval),
    })
    const window = await show(question)
    if (window !== undefined) await questions.change(question, { window })
    return null
  }
}

/** Carries out the visitor's decision. What is signed is exactly what the visitor was shown. */
export async function decideCall(
  permissions: Permissions,
  { origin, standard, method, params, approval: shownApproval }: WaitingQuestion,
  decision: boolean | readonly string[],
): Promise<WireAnswer> {
  try {
    if (decision === false) throw rejected()
    const wallet = await permissions.openWallet(async (approval) => {
      if (sortedJson(toWireApproval(approval)) !== sortedJson(shownApproval)) {
        throw new ProviderError(-32603, 'What was asked has changed since it was shown: try again')
      }
      return decision
    })
    const { families } = wallet
    const pinnedAmounts = 'pinned' in shownApproval ? shownApproval.pinned : undefined
    // Adds to the call the amounts that were filled in for display, so that exactly these amounts
    // are signed.
    const requestWithPinnedAmounts: typeof families.request = (call) =>
      families.request({ ...call, params: { ...(call.params as object), ...pinnedAmounts } })
    return {
      result: await dispatchCall(
        { ...wallet, families: { ...families, request: requestWithPinnedAmounts } },
        { origin, standard, method, params },
      ),
    }
  } catch (error) {
    return toFailureAnswer(error, standard)
  }
}

function dispatchCall(
  { signer, families }: Wallet,
  call: {
    readonly origin: string
    readonly standard: WalletStandard
    readonly method: string
    readonly params: unknown
  },
): Promise<unknown> {
  if (call.standard === 'eip1193') return signer.request(call)
  if (call.standard === 'solana') return answerSolana(families, call)
  return answerWbip(families, call.standard, call)
}

/** Reads the present permissions of a page. */
export async function describeSite(permissions: Permissions, origin: string): Promise<SiteView> {
  const { signer, families: familySigner } = await permissions.openWallet(async () => false)
  const askSigner = (method: string): Promise<unknown> => signer.request({ origin, method })
  return {
    accounts: (await askSigner('eth_accounts')) as readonly string[],
    chainId: String(await askSigner('eth_chainId')),
    families: familySigner.granted(origin, families),
  }
}

/**
 * Adds the gas and fees that the visitor is shown to a transaction, so that it cannot cost more
 * than shown.
 */
function pinAmounts(method: string, params: unknown, approval: Approval): unknown {
  if (method !== 'eth_sendTransaction' || approval.kind !== 'transaction' || !Array.isArray(params))
    return params
  const { gas, maxFeePerGas } = approval
  const { gasPrice: _, ...pinnedParams } = params[0] as Record<string, unknown>
  return [
    {
      ...pinnedParams,
      gas: `0x${gas.toString(16)}`,
      maxFeePerGas: `0x${maxFeePerGas.toString(16)}`,
    },
  ]
}

function toFailureAnswer(error: unknown, standard: WalletStandard = 'eip1193'): WireAnswer {
  const { code: providerCode, message, data } = toProviderError(error)
  const code =
    standard === 'eip1193' || standard === 'solana' ? providerCode : wbipCode(providerCode)
  return { error: { code, message, ...(data === undefined ? {} : { data }) } }
}

/** Writes JSON with sorted keys, because the browser's storage does not keep the order of keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_, pendingQuestion: unknown) =>
    typeof pendingQuestion === 'object' &&
    pendingQuestion !== null &&
    !Array.isArray(pendingQuestion)
      ? Object.fromEntries(Object.entries(pendingQuestion).sort())
      : pendingQuestion,
  )
}
