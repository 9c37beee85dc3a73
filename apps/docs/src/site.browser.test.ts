import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSite } from './build-site.ts'
import { root } from './repository.ts'
import { serveSite } from './serve-site.ts'

declare const axe: {
  run(options: object): Promise<{ violations: { id: string; nodes: { target: string[] }[] }[] }>
}

/** One page of each kind; the whole site would draw the same kinds again. */
const kinds = {
  home: '/',
  'with tabs': '/start/',
  guide: '/guide/theming',
  'with tables': '/configuration/modal',
  'of a package': '/reference/modal/',
  'of a topic': '/reference/core/connect',
  'of an error': '/errors/user-rejected',
  'of the repository': '/operate/runbook',
} as const
const axeText = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

let browser: Browser
let site: { readonly port: number; close(): Promise<void> }
const builds: Promise<unknown>[] = []

beforeAll(async () => {
  const folder = join(root, '.cache/docs/test')
  const paths = Object.values(kinds).map((address) =>
    `${address.slice(1)}`.replace(/(^|\/)$/, '$1index'),
  )
  const build = (): Promise<unknown> => {
    const building = buildSite(folder, (path) => paths.includes(path))
    builds.push(building)
    return building
  }
  site = await serveSite(folder, build, 0)
  browser = await chromium.launch({
    executablePath: process.env.LATCHKEY_HEADLESS ?? process.env.LATCHKEY_CHROMIUM ?? '',
  })
}, 240_000)
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const addressOf = (path: string): string => `http://127.0.0.1:${site.port}${path}`

/** A page that remembers what should not happen: errors, refusals of its policy, other hosts. */
async function openPage(context: BrowserContext): Promise<{ page: Page; faults: string[] }> {
  const faults: string[] = []
  const page = await context.newPage()
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text())
  })
  page.on('pageerror', (error) => faults.push(error.message))
  page.on('request', (request) => {
    if (!request.url().startsWith(addressOf('/')) && !request.url().startsWith('data:'))
      faults.push(request.url())
  })
  return { page, faults }
}

describe('site', () => {
  test('default: it is built once, at the first request for a page', {
    timeout: 240_000,
  }, async () => {
    expect((await fetch(addressOf('/health'))).status).toBe(200)
    expect(builds).toHaveLength(0)
    const answers = await Promise.all(
      ['/', '/start/', '/nowhere'].map((path) => fetch(addressOf(path))),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 404])
    expect(builds).toHaveLength(1)
    expect(answers[0]?.headers.get('content-security-policy')).toBe("frame-ancestors 'none'")
  })

  test('behavior: programs read each page as Markdown, and the lists of pages', async () => {
    const read = async (path: string): Promise<readonly [string | null, string]> => {
      const answer = await fetch(addressOf(path))
      expect(answer.status).toBe(200)
      return [answer.headers.get('content-type'), await answer.text()]
    }
    expect(await read('/errors/user-rejected.md')).toEqual([
      'text/markdown; charset=utf-8',
      expect.stringMatching(/^# `user-rejected`\n\nUser rejected the request\.\n/),
    ])
    const [, start] = await read('/start/index.md')
    expect(start).toContain('Vite + React:\n\n```tsx\n')
    expect(start).not.toContain(':::')
    const [kind, list] = await read('/llms.txt')
    expect(kind).toBe('text/plain; charset=utf-8')
    expect(list).toContain('- [Theming](https://latchkey.dev/guide/theming.md): The dialog stands')
    expect((await read('/llms-full.txt'))[1]).toContain(start.slice(0, 200))
    expect((await read('/SKILL.md'))[1]).toMatch(/^---\nname: latchkey\n/)
  })

  test.each([
    ['light', 'desktop', { width: 1280, height: 900 }],
    ['dark', 'desktop', { width: 1280, height: 900 }],
    ['light', 'phone', { width: 390, height: 844 }],
    ['dark', 'phone', { width: 390, height: 844 }],
  ] as const)(
    'behavior: each kind of page, %s on a %s, is accessible, fits, and asks no other host',
    async (colorScheme, _, viewport) => {
      const context = await browser.newContext({ colorScheme, viewport, reducedMotion: 'reduce' })
      const { page, faults } = await openPage(context)
      const violations: string[] = []
      for (const [kind, path] of Object.entries(kinds)) {
        await page.goto(addressOf(path))
        await page.waitForFunction(() => '__vue_app__' in (document.querySelector('#app') ?? {}))
        await page.evaluate(axeText)
        const found = await page.evaluate(() => axe.run({ resultTypes: ['violations'] }))
        violations.push(
          ...found.violations.flatMap(({ id, nodes }) =>
            nodes.map(({ target }) => `${kind}: ${id} at ${target.join(' ')}`),
          ),
        )
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        if (overflow > 0) violations.push(`${kind}: ${overflow} px wider than the window`)
      }
      expect(violations).toEqual([])
      expect(faults).toEqual([])
      await context.close()
    },
  )

  test('behavior: search finds an error and opens its page, without a network', async () => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } })
    const { page, faults } = await openPage(context)
    await page.goto(addressOf('/start/'))
    await page
      .getByRole('button', { name: /search/i })
      .first()
      .click()
    await page
      .getByRole('searchbox')
      .or(page.locator('#localsearch-input'))
      .first()
      .fill('user-rejected')
    const result = page.locator('.results a[href*="/errors/user-rejected"]').first()
    await result.click()
    await page.waitForURL('**/errors/user-rejected*')
    await expect.poll(() => page.locator('h1').innerText()).toContain('user-rejected')
    expect(faults).toEqual([])
    await context.close()
  })

  test('behavior: a visitor who asks for dark keeps it on the next page', async () => {
    const context = await browser.newContext({ colorScheme: 'light' })
    const { page, faults } = await openPage(context)
    await page.goto(addressOf('/start/'))
    await page.getByRole('switch').first().click()
    await page.goto(addressOf('/guide/theming'))
    expect(await page.evaluate(() => document.documentElement.className)).toContain('dark')
    expect(faults).toEqual([])
    await context.close()
  })
})
