import type { Approval } from '@latchkey/signer'
import { type JSX, useEffect, useState } from 'react'
import type { Address } from 'viem'
import { ApprovalDetails } from './ApprovalDetails.tsx'
import { type ApprovalState, startApprovalSession } from './approval-session.ts'
import { Avatar, shorten, TestMark } from './parts.tsx'
import type { WalletStore } from './wallet.ts'

const titles = {
  connect: 'Connect',
  message: 'Sign message',
  'typed-data': 'Sign data',
  transaction: 'Send transaction',
  'switch-chain': 'Switch network',
  'add-chain': 'Add network',
} as const satisfies Record<Approval['kind'], string>

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
    <>
      <header>
        <h1>{titles[approval.kind]}</h1>
        <p className="origin">{approval.origin}</p>
      </header>
      <div className="body">
        {approval.kind === 'connect' ? (
          <fieldset>
            <legend>Accounts this site may see</legend>
            {offered.map((address, i) => (
              <label key={address} className="choice">
                <Avatar address={address} />
                <span className="grow">
                  Account {i + 1}
                  <span className="sub">{shorten(address)}</span>
                </span>
                <input
                  type="checkbox"
                  checked={chosen.includes(address)}
                  onChange={({ target }) =>
                    setChosen(offered.filter((one) => (one === address ? target.checked : chosen.includes(one))))
                  }
                />
              </label>
            ))}
          </fieldset>
        ) : (
          <ApprovalDetails approval={approval} />
        )}
      </div>
      <footer>
        <p className="hint" role="status">
          {isEmpty ? 'Choose at least one account.' : ''}
        </p>
        <div className="buttons">
          <button type="button" className="quiet" onClick={() => answer(false)}>
            Reject
          </button>
          <button type="button" className="primary" onClick={() => isEmpty || answer(offered.length ? chosen : true)}>
            Approve
          </button>
        </div>
      </footer>
    </>
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
