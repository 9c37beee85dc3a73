import { createKit } from '@latchkey/core'
import { devnetChain } from '@latchkey/devnet'
import { evm } from '@latchkey/evm'
import { createModal } from '@latchkey/modal'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { HostPage } from '../worlds/stage/HostPage.tsx'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre } = {}
beforeAll(async () => {
  held.theatre = await raise()
})
afterAll(() => held.theatre?.stop())

const chains = [{ ...devnetChain(), rpcUrls: [] }]
/** The host page as a server draws it: this process has no window. */
function draw(): string {
  expect(typeof window).toBe('undefined')
  const kit = createKit({ adapters: [evm({ chains })] })
  return renderToString(createElement(HostPage, { modal: createModal(kit) }))
}

describe('a page drawn by a server', () => {
  test('default: the buttons stand in its markup, and nothing complains', () => {
    const spies = (['error', 'warn'] as const).map((level) =>
      vi.spyOn(console, level).mockImplementation(() => {}),
    )
    const markup = draw()
    expect(markup).toContain('Connect wallet')
    expect(markup).toContain('Latchkey Devnet')
    expect(markup).not.toMatch(/<style|<script| style=/)
    expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([])
    vi.restoreAllMocks()
  })

  test('behavior: it is hydrated without a complaint, for a new visitor and for one who comes back', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const { page, complaints } = await held.theatre.open({ chains, markup: draw() })
    await page.getByRole('button', { name: 'Connect wallet' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Foxglove' }).click()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    await page.reload()
    await page.getByRole('button', { name: /^Account/ }).waitFor()
    expect(complaints).toEqual([])
    await page.context().close()
  })

  test('behavior: this test sees markup that does not fit', async () => {
    if (!held.theatre) throw new Error('no theatre')
    const markup = draw().replace('Connect wallet', 'Something else')
    const { page, complaints } = await held.theatre.open({ chains, markup })
    await expect.poll(() => complaints).not.toEqual([])
    await page.context().close()
  })
})
