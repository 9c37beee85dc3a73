import type { ReactElement } from 'react'
import type { View, ViewProps } from '../../contract/view.ts'
import { Icon } from '../../parts/Icon.tsx'
import { FurtherConnectButtons } from './FurtherConnectButtons.tsx'
import { useConsent } from './Legal.tsx'
import { WalletGroups } from './WalletGroups.tsx'

function Connect({ kit, modal }: ViewProps<'Connect'>): ReactElement {
  const words = modal.words.connect
  const consent = useConsent({ kit, modal })
  const Login = modal.getLogin()
  return (
    <>
      {kit.getState().features.collapseWallets ? (
        <button
          type="button"
          className="primary"
          onClick={() => consent.ask(() => modal.push({ view: 'ConnectWallets' }))}
        >
          <Icon name="wallet" />
          {words.continueWithWallet}
        </button>
      ) : (
        <>
          <WalletGroups kit={kit} modal={modal} consent={consent} />
          <FurtherConnectButtons kit={kit} modal={modal} consent={consent} />
        </>
      )}
      {Login && <Login kit={kit} modal={modal} consent={consent} />}
      {consent.field}
      <p className="foot">
        {words.newHere}{' '}
        <button
          type="button"
          className="inline"
          onClick={() => modal.push({ view: 'WhatIsAWallet' })}
        >
          {words.whatIsAWallet}
        </button>
      </p>
    </>
  )
}

export const connectView: View<'Connect'> = {
  heading: (words) => words.connect.heading,
  component: Connect,
}
