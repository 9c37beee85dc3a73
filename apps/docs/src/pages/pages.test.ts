import { errorCodes } from '@latchkey/protocol/errors'
import { describe, expect, it } from 'vitest'
import { addressOf, titleOf } from '../page.ts'
import { collectPages } from './collect-pages.ts'
import { outsideCode } from './repair-links.ts'
import { makeSidebars } from './sidebar.ts'

const pages = collectPages()
const addresses = new Set(pages.map(({ path }) => addressOf(path)))

describe('collectPages', () => {
  it('default: no link of any page leads to a page that is not there', () => {
    const dead = pages.flatMap(({ path, markdown }) => {
      const links: string[] = []
      outsideCode(markdown, (text) => {
        links.push(...[...text.matchAll(/\]\((\/[^)#\s]*)/g)].map(([, link = '']) => link))
        return text
      })
      return links.filter((link) => !addresses.has(link)).map((link) => `${path}: ${link}`)
    })
    expect(dead).toEqual([])
  })

  it('behavior: each error code has the page that its message names', () => {
    const missing = errorCodes.filter((code) => !addresses.has(`/errors/${code}`))
    expect(missing).toEqual([])
  })

  it('behavior: no two pages stand at one address, each has a title, and each is in a navigation', () => {
    expect(addresses.size).toBe(pages.length)
    expect(pages.filter((page) => titleOf(page) === page.path)).toEqual([])
    const listed = Object.values(makeSidebars(pages)).flatMap((sections) =>
      sections.flatMap(({ items }) => items.map(({ link }) => link)),
    )
    const lists = ['/project/decisions/', '/project/recipes/']
    const unlisted = [...addresses].filter(
      (address) =>
        address !== '/' &&
        !listed.includes(address) &&
        !lists.some((list) => address.startsWith(list)),
    )
    expect(unlisted).toEqual([])
  })

  it('behavior: nothing is left of a directive or of a relative link', () => {
    const left = pages.filter(({ markdown }) => {
      let isLeft = false
      outsideCode(markdown, (text) => {
        isLeft ||= /<!--|\]\(\.{1,2}\//.test(text.replace(/`[^`]*`/g, ''))
        return text
      })
      return isLeft
    })
    expect(left.map(({ path }) => path)).toEqual([])
  })

  it('behavior: the tables of options say what the types and the schema say', () => {
    const text = (path: string) => pages.find((page) => page.path === path)?.markdown ?? ''
    expect(text('configuration/modal')).toContain('| `prefetch` | `boolean` | Whether the dialog')
    expect(text('configuration/kit')).toContain('| `adapters` (required) |')
    expect(text('configuration/gateway')).toMatch(
      /\| `rpc\.maxBatch` \| whole number from 1 to 1,000 \| `50` \| Maximum number of JSON-RPC calls/,
    )
  })

  it('behavior: an export has its declaration, its errors and its example', () => {
    const connect = pages.find(({ path }) => path === 'reference/core/connect')?.markdown ?? ''
    expect(connect).toContain('function connect(kit: Kit, parameters: connect.Parameters)')
    expect(connect).toContain('[`connection-pending`](/errors/connection-pending)')
    const read = pages.find(({ path }) => path === 'reference/evm/index')?.markdown ?? ''
    expect(read).toContain(
      "```tsx\nconst balance = await readContract(kit, {\n  chain: 'eip155:1',",
    )
    expect(read).not.toContain('inWords(')
    const open = pages.filter(({ markdown }) =>
      /^```\w+\n(?:(?!```$).*\n)*?```\w+$/m.test(markdown),
    )
    expect(open.map(({ path }) => path)).toEqual([])
  })
})
