import { type JSX, useEffect, useState, useSyncExternalStore } from 'react'
import { TestBadge } from '../parts.tsx'
import { createWallet, type WalletStore } from '../wallet.ts'
import { VisitorQuestionView } from './AskedView.tsx'
import { PairForm } from './PairForm.tsx'
import type { Phone } from './phone-contract.ts'
import type { PhoneState } from './phone-state.ts'
import { claimedOrigin } from './session-view.ts'
import { returnToPage } from './way-back.ts'

/**
 * Shows the wallet as on a phone: a page's link opens it, it asks the visitor, and leads back to
 * the page.
 */
export function PhonePage({
  store,
  phone,
  link,
}: {
  store: WalletStore
  phone: Phone
  link: string | null
}): JSX.Element {
  const state = useSyncExternalStore(phone.watch, phone.read)
  const [hasPaired, setHasPaired] = useState(false)
  const wallet = createWallet(store, async () => false)
  useEffect(() => {
    if (!link) return
    // The link works once, so it is removed from the address: a reload must not use it again.
    history.replaceState(null, '', '/wc')
    const pairing = /[?&]wc_ev=/.test(link) ? phone.dispatch(link) : phone.pair(link)
    void pairing.then(() => setHasPaired(true))
  }, [link, phone])
  const [one] = state.asked
  const isAllAnswered = !one && state.answered !== undefined
  useEffect(() => {
    if (isAllAnswered && window.opener) window.close()
  }, [isAllAnswered])
  return (
    <main className="window phone">
      <TestBadge />
      <PhoneBody phone={phone} state={state} wallet={wallet} link={link} hasPaired={hasPaired} />
    </main>
  )
}

function PhoneBody({
  phone,
  state,
  wallet,
  link,
  hasPaired,
}: {
  phone: Phone
  state: PhoneState
  wallet: ReturnType<typeof createWallet>
  link: string | null
  hasPaired: boolean
}): JSX.Element {
  const [one] = state.asked
  if (state.place === 'elsewhere') return <OpenInOtherTab onTake={phone.take} />
  if (one)
    return (
      <VisitorQuestionView
        key={`${one.kind}${one.id}`}
        one={one}
        phone={phone}
        accounts={wallet.accounts}
        chains={wallet.chains()}
      />
    )
  if (state.answered) return <DoneView answered={state.answered} />
  if (link && !state.fault)
    return (
      <div className="idle" aria-live="polite">
        <h1>{hasPaired ? 'Waiting for the page' : 'One moment'}</h1>
        <p>{hasPaired ? 'What it asks will be shown here.' : 'Following the link of the page.'}</p>
      </div>
    )
  return (
    <div className="body">
      <h1>{state.sessions.length > 0 ? 'Waiting for the page' : 'Connect to a page'}</h1>
      <p className="lead">
        {state.sessions.length > 0
          ? 'What a connected page asks will be shown here.'
          : 'Take the link or the code that the page shows.'}
      </p>
      <PairForm phone={phone} fault={state.fault} />
    </div>
  )
}

/** Tells the visitor that another tab of this wallet is the active one. */
export function OpenInOtherTab({ onTake }: { onTake: () => void }): JSX.Element {
  return (
    <div className="idle" aria-live="polite">
      <h1>Open in another tab</h1>
      <p>Pages connected by a link are answered there.</p>
      <button type="button" className="primary" onClick={onTake}>
        Use this tab
      </button>
    </div>
  )
}

function DoneView({
  answered,
}: {
  answered: NonNullable<ReturnType<Phone['read']>['answered']>
}): JSX.Element {
  const [isStuck, setIsStuck] = useState(false)
  const outcomeTexts = {
    Approved: 'Approved',
    Rejected: 'Rejected',
    Failed: 'It did not work',
  } as const
  return (
    <>
      <div className="idle" aria-live="polite">
        <h1>{outcomeTexts[answered.outcome]}</h1>
        <p>{claimedOrigin(answered.metadata)} has your answer.</p>
        <p className="hint">{isStuck ? 'Close this tab, or switch to the page.' : ''}</p>
      </div>
      <footer>
        <div className="buttons single">
          <button
            type="button"
            className="primary"
            onClick={() =>
              void returnToPage(window, answered.metadata).then((isGone) => setIsStuck(!isGone))
            }
          >
            Return to the page
          </button>
        </div>
      </footer>
    </>
  )
}
