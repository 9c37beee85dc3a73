import type { Approval } from '@latchkey/signer'
import { type JSX, useState } from 'react'
import { AccountChoice } from './AccountChoice.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { approvalTitles } from './approval-titles.ts'
import { FamilyChoice } from './FamilyChoice.tsx'
import { Question } from './Question.tsx'

/** Shows a site's request in full. The browser guarantees the site's origin. */
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
      <ApprovalBody approval={approval} chosen={chosen} onChange={setChosen} />
    </Question>
  )
}

function ApprovalBody({
  approval,
  chosen,
  onChange,
}: {
  approval: Approval
  chosen: readonly string[]
  onChange: (chosen: readonly string[]) => void
}): JSX.Element {
  if (approval.kind === 'connect')
    return (
      <AccountChoice
        legend="Accounts this site may see"
        offered={approval.accounts}
        chosen={chosen}
        onChange={onChange}
      />
    )
  if (approval.kind === 'accounts')
    return (
      <FamilyChoice
        legend="Account this site may see"
        offered={approval.offered}
        chosen={chosen[0]}
        onChange={onChange}
      />
    )
  return <ApprovalDetails approval={approval} />
}

function firstChoice(approval: Approval): readonly string[] {
  if (approval.kind === 'connect') return approval.accounts.slice(0, 1)
  return approval.kind === 'accounts' ? approval.offered.slice(0, 1).map(({ id }) => id) : []
}
