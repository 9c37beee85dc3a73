'use client'

import type { InitialState } from '@latchkey/core'
import { ConnectButton, createModal } from '@latchkey/modal'
import { KitProvider } from '@latchkey/react'
import type { ReactNode } from 'react'
import { kit } from '../lib/kit'

const modal = createModal(kit)

export function Providers(props: { initialState: InitialState | undefined; children: ReactNode }) {
  return (
    <KitProvider kit={kit} initialState={props.initialState}>
      {props.children}
    </KitProvider>
  )
}

export function Connect() {
  return <ConnectButton modal={modal} />
}
