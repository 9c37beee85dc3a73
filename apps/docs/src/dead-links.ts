import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, posix } from 'node:path'

/**
 * Finds links, pictures, scripts and anchors of a built site whose target does not exist, each as
 * `page: address`. Links to other hosts are not checked.
 * @param folder of the built site
 */
export function deadLinks(folder: string): readonly string[] {
  const pages = new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => path.endsWith('.html') && path !== '404.html')
      .map((path) => path.replaceAll('\\', '/'))
      .map((path) => [addressOfFile(path), readFileSync(join(folder, path), 'utf8')] as const),
  )
  const anchors = new Map(
    [...pages].map(([address, html]) => [
      address,
      new Set([...html.matchAll(/\sid="([^"]+)"/g)].map(([, id]) => id)),
    ]),
  )
  return [...pages].flatMap(([address, html]) =>
    [...new Set([...html.matchAll(/\s(?:href|src)="([^"]+)"/g)].map(([, link = '']) => link))]
      .filter((link) => !/^[a-z][a-z\d+.-]*:|^\/\//i.test(link))
      .filter((link) => isDead(link, address))
      .map((link) => `${address}: ${link}`),
  )

  function isDead(link: string, from: string): boolean {
    const [file = '', anchor] = decodeURI(link).split('#')
    const target = file === '' ? from : posix.join(posix.dirname(`${from}x`), file)
    const path = file.startsWith('/') ? file : target
    const ids = anchors.get(path)
    if (!ids) return !existsSync(join(folder, path)) || path.endsWith('/')
    return anchor !== undefined && anchor !== '' && !ids.has(anchor)
  }
}

/**
 * The address of an HTML file: `guide/theming.html` → `/guide/theming`, `errors/index.html` →
 * `/errors/`.
 */
function addressOfFile(path: string): string {
  return `/${path.replace(/\.html$/, '').replace(/(^|\/)index$/, '$1')}`
}
