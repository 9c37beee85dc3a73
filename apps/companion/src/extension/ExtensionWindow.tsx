import type { Approval } from '@latchkey/signer'
import { type JSX, useEffect, useState } from 'react'
import { ApprovalQuestion } from '../approval/ApprovalQuestion.tsx'
import { TestMark } from '../parts.tsx'
import { fromWireApproval, type OwnCall, type WireApproval } from './messages.ts'

/**
 * The extension's approval window: shows one request of the background, sends the decision, closes.
 */
export function ExtensionWindow({ id }: { id: string }): JSX.Element {
  const [approval, setApproval] = useState<Approval | null>()
  useEffect(() => {
    const approvalRequest = chrome.runtime.sendMessage({
      type: 'read',
      id,
    } satisfies OwnCall) as Promise<WireApproval | null>
    approvalRequest.then(
      (foundApproval) => setApproval(foundApproval && fromWireApproval(foundApproval)),
      () => setApproval(null),
    )
  }, [id])
  return (
    <main className="window">
      <TestMark />
      {approval ? (
        <ApprovalQuestion
          approval={approval}
          answer={(decision) =>
            void chrome.runtime
              .sendMessage({ type: 'decide', id, decision } satisfies OwnCall)
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
