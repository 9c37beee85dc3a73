import { cookieToInitialState } from '@latchkey/core'
import type { Metadata } from 'next'
import { headers } from 'next/headers'
import type { ReactNode } from 'react'
import { kit } from '../lib/kit'
import './page.css'
import { Connect, Providers } from './providers'

export const metadata: Metadata = { title: 'Next with Latchkey', icons: { icon: 'data:,' } }

export default async function Layout({ children }: { children: ReactNode }) {
  const initialState = cookieToInitialState(kit, (await headers()).get('cookie'))
  return (
    <html lang="en">
      <body>
        <Providers initialState={initialState}>
          <header>
            <strong>My Next app</strong>
            <Connect />
          </header>
          <main>{children}</main>
        </Providers>
      </body>
    </html>
  )
}
