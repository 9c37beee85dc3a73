/** A test that opens a view in the real modal and reads its heading and text. */
export function testOfView(view: {
  /** Source of the route. */
  readonly route: string
  readonly heading: string
  readonly text: string
}): string {
  return `// @vitest-environment happy-dom
import { createKit } from '@latchkey/core'
import { evm } from '@latchkey/evm'
import { expect, test } from 'vitest'
import { createModal } from './create-modal.ts'

test('default: the view opens in the modal', async () => {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const chain = { id: 'eip155:1', name: 'Local', nativeCurrency, rpcUrls: [] } as const
  const kit = createKit({ adapters: [evm({ chains: [chain] })], storage: null })
  const modal = createModal(kit)
  modal.open({ view: ${view.route} }).catch(() => {})
  const read = (selector: string) =>
    [...document.querySelectorAll('*')]
      .map((one) => one.shadowRoot?.querySelector(selector)?.textContent)
      .find(Boolean)
  await expect.poll(() => read('#title'), { timeout: 10_000 }).toBe('${view.heading}')
  await expect.poll(() => read('.view')).toContain('${view.text}')
})
`
}
