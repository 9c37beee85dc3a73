import { posix } from 'node:path'
import { addressOf, type Page } from '../page.ts'

/**
 * Changes a page's relative links, which lead to files of the repository. A link to a file that is
 * a page of the site leads to that page, any other to the file's public source. While the sources
 * are not public, such a link becomes plain text, so that the site has no dead link.
 * @param addressBySource address on the site of each file of the repository that is a page
 * @param sources address of the repository's files; undefined while they are not public
 */
export function repairLinks(
  { markdown, source }: Page,
  addressBySource: ReadonlyMap<string, string>,
  sources: string | undefined,
): string {
  return outsideCode(markdown, (text) =>
    text.replace(
      /(!?)\[([^\]]*)\]\(([^)\s]+)\)/g,
      (whole, image: string, label: string, target) => {
        if (/^(?:[a-z]+:|\/|#)/.test(target)) return whole
        const [file = '', anchor] = String(target).split('#')
        const path = posix.normalize(posix.join(posix.dirname(source), file)).replace(/\/$/, '')
        const address = addressBySource.get(path) ?? addressBySource.get(`${path}/README.md`)
        if (address) return `[${label}](${address}${anchor ? `#${anchor}` : ''})`
        if (image || !sources) return label
        return `[${label}](${sources}/blob/main/${path})`
      },
    ),
  )
}

/** Applies `change` to the text outside fenced code blocks. */
export function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/(^```[\s\S]*?^```$)/m)
    .map((part, index) => (index % 2 === 0 ? change(part) : part))
    .join('')
}

/** The address of each page, by the file of the repository that the page shows. */
export function addressesBySource(pages: readonly Page[]): ReadonlyMap<string, string> {
  return new Map(pages.map(({ source, path }) => [source, addressOf(path)]))
}
