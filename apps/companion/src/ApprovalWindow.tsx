import { type JSX, useEffect, useState } from 'react'
import type { Address } from 'viem'
import { AccountChoice } from './AccountChoice.tsx'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { type ApprovalState, startApprovalSession } from './approval-session.ts'
import { approvalTitles } from './approval-titles.ts'
import { TestMark } from './parts.tsx'
import { Question } from './Question.tsx'
import type { WalletStore } from './wallet.ts'

/** The wallet's own window: one request, answered by the visitor. */
export function ApprovalWindow({ store }: { store: WalletStore }): JSX.Element {
  const [state, setState] = useState<ApprovalState>({ step: 'waiting' })
  useEffect(() => startApprovalSession(window, store, setState), [store])
  useEffect(() => {
    const reject = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && state.step === 'asking') state.answer(false)
    }
    addEventListener('keydown', reject)
    return () => removeEventListener('keydown', reject)
  }, [state])
  return (
    <main className="window">
      <TestMark />
      {state.step === 'asking' ? <Asking key={state.approval.kind} {...state} /> : <Idle step={state.step} />}
    </main>
  )
}

function Asking({ approval, answer }: Extract<ApprovalState, { step: 'asking' }>): JSX.Element {
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

function Idle({ step }: { step: 'waiting' | 'alone' | 'working' }): JSX.Element {
  const words = {
    waiting: ['Waiting for the site', ''],
    working: ['One moment', 'Your answer is on its way.'],
    alone: ['Nothing to approve', 'This window is opened by a site that asks for something. You may close it.'],
  } as const
  const [title, text] = words[step]
  return (
    <div className="idle" aria-live="polite">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  )
}
