import type { Approval } from '@latchkey/signer'
import { type JSX, useState } from 'react'
import { AccountChoice } from './AccountChoice.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { approvalTitles } from './approval-titles.ts'
import { FamilyChoice } from './FamilyChoice.tsx'
import { Question } from './Question.tsx'

/** A site's question in full, whose origin the browser vouches for. */
export function ApprovalQuestion({
  approval,
  answer,
}: {
  approval: Approval
  answer: (decision: boolean | readonly string[]) => void
}): JSX.Element {
  const [chosen, setChosen] = useState<readonly string[]>(() => firstChoice(approval))
  const isChoice = approval.kind === 'connect' || approval.kind === 'accounts'
  return (
    <Question
      title={approvalTitles[approval.kind]}
      origin={approval.origin}
      hint={isChoice && chosen.length === 0 ? 'Choose at least one account.' : undefined}
      onApprove={() => answer(isChoice ? chosen : true)}
      onReject={() => answer(false)}
    >
      {approval.kind === 'connect' ? (
        <AccountChoice
          legend="Accounts this site may see"
          offered={approval.accounts}
          chosen={chosen}
          onChange={setChosen}
        />
      ) : approval.kind === 'accounts' ? (
        <FamilyChoice
          legend="Account this site may see"
          offered={approval.offered}
          chosen={chosen[0]}
          onChange={setChosen}
        />
      ) : (
        <ApprovalDetails approval={approval} />
      )}
    </Question>
  )
}

function firstChoice(approval: Approval): readonly string[] {
  if (approval.kind === 'connect') return approval.accounts.slice(0, 1)
  return approval.kind === 'accounts' ? approval.offered.slice(0, 1).map(({ id }) => id) : []
}
