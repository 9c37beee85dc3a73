import type { Approval } from '@latchkey/signer'
import { type JSX, useEffect, useState } from 'react'
import { ApprovalQuestion } from '../approval/ApprovalQuestion.tsx'
import { TestBadge } from '../parts.tsx'
import { type ExtensionCall, fromWireApproval, type WireApproval } from './messages.ts'

/**
 * The extension's approval window: shows one request of the background, sends the decision, closes.
 */
export function ExtensionWindow({ id }: { id: string }): JSX.Element {
  const [approval, setApproval] = useState<Approval | null>()
  useEffect(() => {
    const approvalRequest = chrome.runtime.sendMessage({
      type: 'read',
      id,
    } satisfies ExtensionCall) as Promise<WireApproval | null>
    approvalRequest.then(
      (foundApproval) => setApproval(foundApproval && fromWireApproval(foundApproval)),
      () => setApproval(null),
    )
  }, [id])
  return (
    <main className="window">
      <TestBadge />
      {approval ? (
        <ApprovalQuestion
          approval={approval}
          answer={(decision) =>
            void chrome.runtime
              .sendMessage({ type: 'decide', id, decision } satisfies ExtensionCall)
              .finally(() => window.close())
          }
        />
      ) : (
        <div className="idle" aria-live="polite">
          <h1>{approval === null ? 'Nothing to approve' : 'One moment'}</h1>
          <p>{approval === null ? 'This was answered already, or the page is gone.' : ''}</p>
        </div>
      )}
    </main>
  )
}
