import { addressOf, type Page, titleOf } from '../page.ts'

/** A group of links in the site's navigation. */
export interface Section {
  readonly text: string
  readonly items: readonly { readonly text: string; readonly link: string }[]
}

/**
 * Groups of the guides' navigation in order, each with the pages that come first; other pages of a
 * group follow.
 */
const order: readonly (readonly [title: string, paths: readonly string[]])[] = [
  [
    'Start',
    ['start/index', 'start/wallet-button', 'start/connected', 'start/contract', 'start/agents'],
  ],
  ['Guides', []],
  ['Chains and libraries', []],
  ['Configuration', []],
  ['Tools', []],
  ['Coming from another kit', ['migrate/index']],
  ['Run it yourself', []],
  ['Project', []],
]
const folders: Readonly<Record<string, string>> = {
  start: 'Start',
  guide: 'Guides',
  chains: 'Chains and libraries',
  configuration: 'Configuration',
  tools: 'Tools',
  migrate: 'Coming from another kit',
  operate: 'Run it yourself',
  project: 'Project',
}

/**
 * Makes the navigation for each part of the site, by address prefix: the guides, the reference, and
 * the errors.
 */
export function makeSidebars(pages: readonly Page[]): Readonly<Record<string, readonly Section[]>> {
  const toItem = (page: Page): Section['items'][number] => ({
    text: navigationTitle(page),
    link: addressOf(page.path),
  })
  const guides = order.flatMap(([text, first]) => {
    const own = pages.filter(
      ({ path }) =>
        folders[path.split('/')[0] ?? ''] === text &&
        (path.split('/').length === 2 || /^project\/\w+\/index$/.test(path)),
    )
    const rankOf = (path: string): number => (first.includes(path) ? first.indexOf(path) : 99)
    const sorted = own.toSorted(
      (a, b) =>
        rankOf(a.path) - rankOf(b.path) || orderOf(a) - orderOf(b) || (a.path < b.path ? -1 : 1),
    )
    return sorted.length === 0 ? [] : [{ text, items: sorted.map(toItem) }]
  })
  const packages = [
    ...new Set(pages.flatMap(({ path }) => /^reference\/([^/]+)\//.exec(path)?.[1] ?? [])),
  ].sort()
  const reference = packages.map((name) => ({
    text: `@latchkey/${name}`,
    items: pages.filter(({ path }) => path.startsWith(`reference/${name}/`)).map(toItem),
  }))
  const errors = pages.filter(({ path }) => path.startsWith('errors/')).map(toItem)
  return {
    '/reference/': [
      { text: 'Reference', items: [{ text: 'Packages', link: '/reference/' }] },
      ...reference,
    ],
    '/errors/': [{ text: 'Errors', items: errors }],
    '/': guides,
  }
}

/** Reads the position of a page in its group, `order: 3` in its front matter; default 50. */
function orderOf({ markdown }: Page): number {
  return Number(/^---\n(?:.*\n)*?order: (\d+)\n/.exec(markdown)?.[1] ?? 50)
}

function navigationTitle(page: Page): string {
  const [, short] = /^---\n(?:.*\n)*?nav: (.+)\n/.exec(page.markdown) ?? []
  if (short) return short
  const title = titleOf(page)
  if (page.path === 'errors/index') return 'All errors'
  if (/^reference\/[^/]+\/index$/.test(page.path)) return 'Overview'
  const topic = /^@latchkey\/[^:]+: (.+)$/.exec(title)?.[1]
  return topic ? `${topic[0]?.toUpperCase()}${topic.slice(1)}` : title
}
