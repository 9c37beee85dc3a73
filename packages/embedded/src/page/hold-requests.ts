import type { AuthEvent, RemoteSession } from '@latchkey/core'
import { type ChainId, type ErrorCode, hasCode, LatchkeyError } from '@latchkey/protocol'
import type { VaultApproval } from '@latchkey/protocol/vault'
import type { VaultLine } from './open-line.ts'

interface OpenRequest {
  readonly chain: ChainId
  readonly method: string
  readonly controller: AbortController
  /**
   * Whether the frame to which the request was sent is being loaded again in another place; the
   * request is then sent once more.
   */
  isMoved: boolean
}

/** The requests that the vault has not answered yet, and the approval for which the vault waits. */
export interface HeldRequests {
  readonly ask: RemoteSession['request']
  setApproval(next: VaultApproval | null): void
  /**
   * Called when the frame was lost. The approval in it is lost too, unless the frame is only being
   * moved.
   */
  loseApproval(): void
  /**
   * Called when the session has ended.
   * @param code - the vault's reason, if it gives one; pending requests fail with this code
   */
  end(code?: ErrorCode): void
  /** Rejects the request whose approval is shown. */
  reject(): void
  /** Moves the frame, unless the move would lose a request that is being approved in a window. */
  moveFrame(frameContainer: Element): void
}

export function holdRequests({
  line,
  addAccountToUrl,
  tell,
}: {
  readonly line: VaultLine
  readonly addAccountToUrl: (windowUrl: string) => string
  readonly tell: (event: AuthEvent) => void
}): HeldRequests {
  let approval: VaultApproval | null = null
  /** An approval that was shown in a frame which is now being loaded again in another place. */
  let movedApproval: VaultApproval | null = null
  /** Pending requests, oldest first. */
  const pendingRequests = new Set<OpenRequest>()
  const setApproval = (next: VaultApproval | null): void => {
    approval = next && { ...next, url: addAccountToUrl(next.url) }
    tell({ type: 'approval', approval })
  }
  return {
    ask: async (chain, method, params, { signal } = {}) => {
      const controller = new AbortController()
      const abortRequest = (): void => controller.abort(signal?.reason)
      signal?.addEventListener('abort', abortRequest, { once: true })
      if (signal?.aborted) abortRequest()
      const openRequest: OpenRequest = { chain, method, controller, isMoved: false }
      pendingRequests.add(openRequest)
      const sendRequest = () =>
        line.call('request', { chain, method, params }, { signal: controller.signal })
      try {
        return await sendRequest().catch((error: unknown) => {
          if (openRequest.isMoved && !controller.signal.aborted) return sendRequest()
          throw hasCode(controller.signal.reason) ? controller.signal.reason : error
        })
      } finally {
        pendingRequests.delete(openRequest)
        signal?.removeEventListener('abort', abortRequest)
        if (approval && approval === movedApproval) setApproval(null)
      }
    },
    setApproval,
    loseApproval: () => {
      if (approval && approval !== movedApproval) setApproval(null)
    },
    end: (code) => {
      if (code)
        for (const { controller } of pendingRequests) {
          controller.abort(new LatchkeyError(code))
        }
      if (approval) setApproval(null)
    },
    reject: () => {
      for (const { chain, method, controller } of pendingRequests) {
        if (chain === approval?.chain && method === approval.method)
          return controller.abort(new LatchkeyError('user-rejected', { sourceCode: 4001 }))
      }
    },
    moveFrame: (frameContainer) => {
      if (pendingRequests.size > 0 && line.wouldReload(frameContainer)) {
        // After the move, the vault asks again for an approval that was shown in the frame. When no
        // approval is shown, the frame is not moved, because reloading it would only lose the
        // pending requests.
        if (approval?.place !== 'frame') return
        movedApproval = approval
        for (const openRequest of pendingRequests) {
          openRequest.isMoved = true
        }
      }
      line.move(frameContainer)
    },
  }
}
