import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { startWorld } from '../../apps/dashboard/src/test/test-world.ts'
import { seededOrderId, seedOrders } from '../../packages/gateway/src/test/seed-orders.ts'
import { themes } from '../../tests/worlds/view-world.ts'

const forms = { desktop: { width: 1180, height: 860 }, phone: { width: 390, height: 844 } } as const

const shots: readonly {
  readonly name: string
  readonly at: string
  readonly reach: (page: Page) => Promise<unknown>
}[] = [
  {
    name: 'overview',
    at: '#/demo/overview?range=30d',
    reach: (page) => page.getByRole('heading', { name: 'Wallets' }).waitFor(),
  },
  { name: 'live', at: '#/demo/live', reach: (page) => page.getByText('Listening').waitFor() },
  {
    name: 'orders',
    at: '#/demo/orders',
    reach: async (page) => {
      await page.getByRole('heading', { name: '8 orders' }).waitFor()
      await page.getByLabel('Address', { exact: true }).waitFor()
    },
  },
  {
    name: 'order',
    at: `#/demo/orders/${seededOrderId(2)}`,
    reach: async (page) => {
      await page.getByRole('button', { name: 'Note a refund' }).click()
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByRole('list', { name: 'Webhook calls' }).waitFor()
    },
  },
  {
    name: 'project',
    at: '#/demo/project',
    reach: (page) => page.getByLabel('Allowed origins').waitFor(),
  },
  {
    name: 'keys',
    at: '#/@access',
    reach: (page) => page.getByLabel('Prices', { exact: true }).waitFor(),
  },
]

/**
 * Takes screenshots of the dashboard of a real gateway, in both themes and form factors; resolves
 * to their number.
 */
export async function photographDashboard(folder: string): Promise<number> {
  const world = await startWorld((db) => seedOrders(db, { projectId: 'demo', now: Date.now() }))
  const taken: string[] = []
  const keep = (name: string, png: Buffer): void => {
    writeFileSync(join(folder, `${name}.png`), png)
    taken.push(name)
  }
  mkdirSync(folder, { recursive: true })
  try {
    for (const colorScheme of themes) {
      for (const [form, viewport] of Object.entries(forms)) {
        const look = { colorScheme, viewport, locale: 'en-GB' }
        const first = await world.open(look)
        keep(`${colorScheme}-${form}-sign-in`, await first.page.screenshot({ caret: 'hide' }))
        await first.page.context().close()
        for (const { name, at, reach } of shots) {
          const { page } = await world.enter({ ...look, at })
          await reach(page)
          if (name === 'live') await happen(world.gateway.url, page)
          await page.mouse.move(0, 0)
          await page.waitForTimeout(300)
          keep(
            `${colorScheme}-${form}-${name}`,
            await page.screenshot({ fullPage: true, caret: 'hide' }),
          )
          await page.context().close()
        }
      }
    }
  } finally {
    await world.stop()
  }
  return taken.length
}

/** Sends the analytics events of a visit. */
async function happen(gateway: string, page: Page): Promise<void> {
  const visit = crypto.randomUUID()
  const chosen = { name: 'Foxglove', platform: 'browser', namespace: 'eip155', device: 'desktop' }
  const told = [
    ['MODAL_OPEN', { connected: false, device: 'desktop' }],
    ['SELECT_WALLET', chosen],
    ['WALLET_ASKED', chosen],
    ['CONNECT_SUCCESS', { ...chosen, method: 'browser' }],
  ] as const
  await fetch(`${gateway}/batch?projectId=demo`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(
      told.map(([event, properties]) => ({
        eventId: crypto.randomUUID(),
        url: 'http://localhost/',
        domain: 'localhost',
        timestamp: 0,
        props: { type: 'track', event, visit, properties },
      })),
    ),
  })
  await page.getByText('CONNECT_SUCCESS').first().waitFor()
}
