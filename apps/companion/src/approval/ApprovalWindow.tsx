import { type JSX, useEffect, useState } from 'react'
import { TestBadge } from '../parts.tsx'
import type { WalletStore } from '../wallet.ts'
import { ApprovalQuestion } from './ApprovalQuestion.tsx'
import { type ApprovalState, startApprovalSession } from './approval-session.ts'

/** Shows the wallet's approval window: one request, which the visitor approves or rejects. */
export function ApprovalWindow({ store }: { store: WalletStore }): JSX.Element {
  const [state, setState] = useState<ApprovalState>({ step: 'waiting' })
  useEffect(() => startApprovalSession(window, store, setState), [store])
  useEffect(() => {
    const rejectOnEscape = (event: KeyboardEvent): void => {
      if (event.key === 'Escape' && state.step === 'asking') state.answer(false)
    }
    addEventListener('keydown', rejectOnEscape)
    return () => removeEventListener('keydown', rejectOnEscape)
  }, [state])
  return (
    <main className="window">
      <TestBadge />
      {state.step === 'asking' ? (
        <ApprovalQuestion key={state.approval.kind} {...state} />
      ) : (
        <IdleNotice step={state.step} />
      )}
    </main>
  )
}

function IdleNotice({ step }: { step: 'waiting' | 'alone' | 'working' }): JSX.Element {
  const stepTexts = {
    waiting: ['Waiting for the site', ''],
    working: ['One moment', 'Your answer is on its way.'],
    alone: [
      'Nothing to approve',
      'This window is opened by a site that asks for something. You may close it.',
    ],
  } as const
  const [title, text] = stepTexts[step]
  return (
    <div className="idle" aria-live="polite">
      <h1>{title}</h1>
      <p>{text}</p>
    </div>
  )
}
