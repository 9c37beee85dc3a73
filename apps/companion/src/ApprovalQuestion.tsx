import type { Approval } from '@latchkey/signer'
import { type JSX, useState } from 'react'
import type { Address } from 'viem'
import { AccountChoice } from './AccountChoice.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { approvalTitles } from './approval-titles.ts'
import { Question } from './Question.tsx'

/** A site's question in full, whose origin the browser vouches for. */
export function ApprovalQuestion({
  approval,
  answer,
}: {
  approval: Approval
  answer: (decision: boolean | readonly Address[]) => void
}): JSX.Element {
  const offered = approval.kind === 'connect' ? approval.accounts : []
  const [chosen, setChosen] = useState<readonly Address[]>(offered.slice(0, 1))
  const isEmpty = approval.kind === 'connect' && chosen.length === 0
  return (
    <Question
      title={approvalTitles[approval.kind]}
      origin={approval.origin}
      hint={isEmpty ? 'Choose at least one account.' : undefined}
      onApprove={() => answer(offered.length ? chosen : true)}
      onReject={() => answer(false)}
    >
      {approval.kind === 'connect' ? (
        <AccountChoice legend="Accounts this site may see" offered={offered} chosen={chosen} onChange={setChosen} />
      ) : (
        <ApprovalDetails approval={approval} />
      )}
    </Question>
  )
}
