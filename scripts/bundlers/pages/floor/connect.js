'use client'

import { useRef } from 'react'
import { jsx, jsxs } from 'react/jsx-runtime'

/** The page without Latchkey: React, one button and a native dialog. */
export function Connect() {
  const dialog = useRef(null)
  return jsxs('main', {
    children: [
      jsx('button', {
        type: 'button',
        onClick: () => dialog.current.showModal(),
        children: 'Connect wallet',
      }),
      jsx('dialog', {
        ref: dialog,
        'aria-label': 'Connect a wallet',
        children: jsx('h1', { children: 'Connect a wallet' }),
      }),
    ],
  })
}
