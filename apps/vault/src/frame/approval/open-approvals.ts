import { LatchkeyError } from '@latchkey/protocol'
import type { FrameToWindow, VaultApproval } from '@latchkey/protocol/vault'
import { randomId } from '../../base64url.ts'
import type { Reading } from '../../decode/reading.ts'
import { payloadHash, type ShownRequest } from '../../payload-hash.ts'
import type { SmallSum } from '../requests/small-sum.ts'
import type { Vault } from '../vault.ts'

/**
 * Maximum number of requests that wait for the visitor: one is shown, the others wait in a queue.
 */
export const maxWaiting = 3

/** A request with everything that the visitor is shown of it. */
export interface Question {
  /** The method that the page called; the vault may have made another request (`shown`) for it. */
  readonly method: string
  readonly shown: ShownRequest
  readonly account: string
  /** Address of the wallet's EOA; present when the chain also has a contract account. */
  readonly owner?: string
  readonly reading: Reading
  readonly isBarred: boolean
  /**
   * Amount that may be sent on this chain before recovery is set up, in base units; absent when
   * recovery is set up.
   */
  readonly limit?: bigint
  /**
   * Present for a small payment within the day's limit, which the operator allows to be approved in
   * the frame.
   */
  readonly small?: SmallSum
}

/** What the visitor can do with a request that the frame shows. */
export interface ApprovalHandlers {
  readonly decideApproval: (approved: boolean) => void
  /** Stops showing the request in the frame, and lets a window of the vault decide it. */
  readonly leave: () => void
}

type Approval = Extract<FrameToWindow, { type: 'latchkey-frame-approval' }>

export interface Approvals {
  /**
   * Queues a request. When its turn comes, runs `prepare` and waits until the visitor has approved
   * the result; resolves to the result with its hash.
   * @throws `user-rejected` (4001) | `recovery-needed` (4001) | `rpc-limit-exceeded` | `aborted`
   */
  readonly askApproval: (
    prepare: () => Promise<Question>,
    signal: AbortSignal,
  ) => Promise<{ readonly question: Question; readonly payload: string }>
  /**
   * Id of the request that waits for the visitor's approval at present; undefined when none does.
   */
  readonly standing: () => string | undefined
  /** The current approval in the form in which the page is told of it. */
  readonly asked: () => VaultApproval | null
  /** What a window shows for the approval with this id; null when that approval is over. */
  readonly shown: (id: string | undefined) => Omit<Approval, 'type' | 'nonce' | 'id'> | null
  /**
   * Takes the visitor's decision; returns false when the decision is not about exactly the request
   * that is shown.
   */
  readonly decideApproval: (
    id: string | undefined,
    decision: { readonly approved: boolean; readonly payload: unknown },
  ) => boolean
}

interface CurrentApproval {
  readonly approval: VaultApproval
  readonly question: Question
  readonly payload: string
  readonly settle: (isApproved: boolean) => void
}

/** @param draw - shows a request in this frame; returns a function that removes it */
export function openApprovals(
  { tell, origin, project, site }: Pick<Vault, 'tell' | 'origin' | 'project' | 'site'>,
  draw: (question: Question, choices: ApprovalHandlers) => () => void,
): Approvals {
  let waitingCount = 0
  let approvalQueue: Promise<unknown> = Promise.resolve()
  let currentApproval: CurrentApproval | null = null

  async function putQuestion(prepare: () => Promise<Question>, signal: AbortSignal) {
    if (signal.aborted) throw new LatchkeyError('aborted')
    const question = await prepare()
    const payload = await payloadHash(question.shown)
    const { method, small } = question
    const { chain } = question.shown
    const place = isInFrame(question) ? 'frame' : 'window'
    const id = randomId(16)
    const url = `${origin}/p/approve/${project.project}#${id}`
    const approval: VaultApproval = {
      id,
      place,
      url,
      method,
      chain,
      ...(small && { shows: 'payment' }),
    }
    let stopDrawing: () => void = () => {}
    let shownQuestion = question
    try {
      const isApproved = await new Promise<boolean>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new LatchkeyError('aborted')), { once: true })
        if (signal.aborted) return reject(new LatchkeyError('aborted'))
        const moveToWindow = (): void => {
          stopDrawing()
          // Only payments that are approved in the frame count towards the day's limit.
          const { small: _, ...windowQuestion } = question
          shownQuestion = windowQuestion
          currentApproval = {
            approval: { id, place: 'window', url, method, chain },
            question: shownQuestion,
            payload,
            settle: resolve,
          }
          tell({ event: 'approval', approval: currentApproval.approval })
        }
        currentApproval = { approval, question, payload, settle: resolve }
        if (place === 'frame')
          stopDrawing = draw(question, { decideApproval: resolve, leave: moveToWindow })
        tell({ event: 'approval', approval })
      })
      if (!isApproved)
        throw new LatchkeyError(question.isBarred ? 'recovery-needed' : 'user-rejected', {
          sourceCode: 4001,
        })
      return { question: shownQuestion, payload }
    } finally {
      stopDrawing()
      currentApproval = null
      tell({ event: 'approval', approval: null })
    }
  }

  return {
    async askApproval(prepare, signal) {
      if (waitingCount >= maxWaiting)
        throw new LatchkeyError('rpc-limit-exceeded', { reason: 'too many requests wait' })
      waitingCount += 1
      const queuedQuestion = approvalQueue.then(() => putQuestion(prepare, signal))
      approvalQueue = queuedQuestion.catch(() => {})
      try {
        return await queuedQuestion
      } finally {
        waitingCount -= 1
      }
    },
    standing: () => currentApproval?.approval.id,
    asked: () => currentApproval?.approval ?? null,
    shown(id) {
      if (!currentApproval || currentApproval.approval.id !== id) return null
      const { question, payload } = currentApproval
      const { chain, method, params } = question.shown
      const barredField = question.isBarred ? ({ barred: 'recovery-needed' } as const) : {}
      const { account, owner } = question
      return {
        request: { chain, method, params },
        payload,
        site,
        account,
        ...(owner && { owner }),
        ...barredField,
      }
    },
    decideApproval(id, { approved, payload }) {
      if (
        !currentApproval ||
        currentApproval.approval.id !== id ||
        currentApproval.payload !== payload
      )
        return false
      // A window must not approve a request that the frame shows, or one that must wait until
      // recovery is set up.
      if (
        approved &&
        (currentApproval.question.isBarred || currentApproval.approval.place !== 'window')
      )
        return false
      currentApproval.settle(approved)
      return true
    },
  }
}

/**
 * The page could hide or cover the frame, so only a sign-in to that page or a small payment may be
 * approved in the frame.
 */
function isInFrame({ reading, small }: Question): boolean {
  return small !== undefined || (reading.kind === 'sign-in' && reading.warnings.length === 0)
}
