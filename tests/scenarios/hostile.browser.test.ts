import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type HostileRow, hostileRows } from '../helpers/hostile-rows.ts'
import { type Box, dialogBox, difference } from '../helpers/pixels.ts'
import { awaitLastPart, drawFrames, watchRequests } from '../helpers/settle-page.ts'
import { raise, type Theatre } from '../worlds/stage.ts'

const held: { theatre?: Theatre; judge?: Page; box?: Box; picture?: Buffer } = {}
const chains = [
  {
    id: 'eip155:1',
    name: 'Ethereum',
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: [],
  },
] as const
// Outside the rounded corners the page shines through the backdrop: that is its own picture.
const corner = 26

async function show(
  row: HostileRow | undefined,
  sabotage?: () => void,
): Promise<{ box: Box; picture: Buffer }> {
  if (!held.theatre) throw new Error('no theatre')
  const { page } = await held.theatre.open({ chains }, { reducedMotion: 'reduce' })
  if (row?.css) await page.addStyleTag({ content: row.css })
  if (row?.script) await page.evaluate(row.script)
  const asked: Route[] = []
  if (row?.late) await page.route(`**/${row.late}-*.js`, (route) => void asked.push(route))
  const settle = watchRequests(page)
  const isWhole = awaitLastPart(page)
  await page.evaluate(async (name) => {
    await window.stage.modal.open()
    return name
  }, row?.name)
  if (row?.late) await expect.poll(() => asked).toHaveLength(1)
  else {
    await isWhole
    await settle()
  }
  if (row?.after) await page.evaluate(row.after)
  for (const route of asked) {
    await route.continue()
  }
  await isWhole
  await settle()
  await drawFrames(page)
  if (sabotage) await page.evaluate(sabotage)
  const box = await dialogBox(page)
  // Focus is part of the picture; the caret is not.
  const picture = await page.screenshot({ clip: held.box ?? box, caret: 'hide' })
  await page.context().close()
  return { box, picture }
}

beforeAll(async () => {
  held.theatre = await raise()
  held.judge = await (await held.theatre.browser.newContext()).newPage()
  const { box, picture } = await show(undefined)
  held.box = box
  held.picture = picture
})
afterAll(() => held.theatre?.stop())

async function compare(
  row: HostileRow | undefined,
  sabotage?: () => void,
): Promise<{ box: Box; pixels: number }> {
  const { box, picture } = await show(row, sabotage)
  if (!held.judge || !held.picture) throw new Error('no clean picture')
  return { box, pixels: await difference(held.judge, held.picture, picture, corner) }
}

describe('hostile page', () => {
  test('default', async () => {
    expect(await compare(undefined)).toEqual({ box: held.box, pixels: 0 })
  })

  for (const row of hostileRows) {
    test(`behavior: ${row.name}`, async () => {
      expect(await compare(row)).toEqual({ box: held.box, pixels: 0 })
    })
  }

  test('behavior: without its guard the dialog is spoilt, and this test sees it', async () => {
    const row = hostileRows[0]
    const { pixels } = await compare(row, () => {
      for (const element of document.querySelectorAll('*')) {
        for (const sheet of element.shadowRoot?.adoptedStyleSheets ?? []) {
          for (let i = sheet.cssRules.length - 1; i >= 0; i--) {
            if (sheet.cssRules[i]?.cssText.startsWith(':host')) sheet.deleteRule(i)
          }
        }
      }
    })
    expect(pixels).toBeGreaterThan(1000)
  })
})
