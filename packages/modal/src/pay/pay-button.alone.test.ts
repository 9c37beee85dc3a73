// @vitest-environment happy-dom
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { act, createElement } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Modal } from '../contract/modal.ts'
import { createModal } from '../create-modal.ts'
import { PayButton } from './PayButton.tsx'
import { usePay } from './use-pay.ts'

const devnet = {
  id: 'eip155:31337',
  name: 'Devnet',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: [],
} as const
const run = {} as { root: Root; place: HTMLElement }
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  run.place = document.body.appendChild(document.createElement('div'))
  run.root = createRoot(run.place)
})
afterEach(async () => {
  await act(async () => run.root.unmount())
  run.place.remove()
})

/**
 * Creates a modal whose kit has `features.pay` off, so that `pay` fails before the dialog opens.
 */
function closedModal() {
  const kit = createKit({ adapters: [evm({ chains: [devnet] })], features: { pay: false } })
  return createModal(kit, { prefetch: false })
}
function Page({
  modal,
  seen,
}: {
  readonly modal: Modal
  readonly seen: usePay.ReturnType[]
}): null {
  seen.push(usePay(modal))
  return null
}
const terms = { order: 'a'.repeat(32) }

describe('PayButton', () => {
  test('default: a button of the page that asks for nothing before it is pressed', async () => {
    const modal = closedModal()
    const preload = vi.spyOn(modal, 'preload').mockImplementation(() => {})
    await act(async () => run.root.render(createElement(PayButton, { modal, terms })))
    const button = run.place.querySelector('button')
    expect(button?.textContent).toBe('Pay')
    expect(button?.getAttribute('aria-haspopup')).toBe('dialog')
    expect(preload).not.toHaveBeenCalled()
  })

  test('parameters: onFailed is told why nothing was paid, and the button says how it stands', async () => {
    const onFailed = vi.fn()
    const onPaid = vi.fn()
    const modal = closedModal()
    const props = { modal, terms, onFailed, onPaid, className: 'own', children: 'Pay 5' }
    await act(async () => run.root.render(createElement(PayButton, props)))
    const button = run.place.querySelector('button')
    expect(button?.className).toBe('latchkey-button own')
    await act(async () => {
      button?.click()
      await vi.waitFor(() => expect(onFailed).toHaveBeenCalledTimes(1))
    })
    expect(onFailed.mock.calls[0]?.[0]).toMatchObject({ code: 'feature-unsupported' })
    expect(onPaid).not.toHaveBeenCalled()
    expect(button?.dataset.status).toBe('failed')
    expect(button?.hasAttribute('aria-busy')).toBe(false)
  })

  test('behavior: on a server it is a plain button', () => {
    const html = renderToString(createElement(PayButton, { modal: closedModal(), terms }))
    expect(html).toContain('>Pay</button>')
  })
})

describe('usePay', () => {
  test('default: the newest run says how it stands, and the promise never rejects', async () => {
    const seen: usePay.ReturnType[] = []
    const modal = closedModal()
    await act(async () => run.root.render(createElement(Page, { modal, seen })))
    const pay = seen[0]?.pay
    let paying: ReturnType<usePay.ReturnType['pay']> | undefined
    await act(async () => {
      paying = pay?.(terms)
    })
    const outcome = await act(async () => paying)
    expect(outcome).toMatchObject({ status: 'failed', error: { code: 'feature-unsupported' } })
    expect(seen.map(({ state }) => state.status)).toEqual(['idle', 'paying', 'failed'])
    expect(seen.at(-1)?.pay).toBe(pay)
  })
})
