import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { codeTheme, nameCodeStyles } from './code-theme.ts'

const {
  LATCHKEY_DOCS_PAGES: pages = '',
  LATCHKEY_DOCS_OUT: outDir = '',
  LATCHKEY_DOCS_IS_PART: isPart,
} = process.env

/** The only scripts and styles that a page runs are the site's own; scripts inside it by their hash. */
function policyOf(html: string): string {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(hashes)].join(' ')}`.trim(),
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ')
}

export default defineConfig({
  srcDir: pages,
  outDir,
  cacheDir: join(outDir, '../.vitepress'),
  title: 'Latchkey',
  description:
    'A wallet-connection dialog for web pages, with a headless core and a gateway of your own',
  lang: 'en',
  cleanUrls: true,
  ignoreDeadLinks: isPart === '1',
  // The data of all pages as one cached file instead of a copy in each page.
  metaChunk: true,
  head: [
    ['link', { rel: 'icon', href: '/latchkey.svg', type: 'image/svg+xml' }],
    ['meta', { name: 'theme-color', content: '#3b5bdb' }],
  ],
  markdown: {
    theme: codeTheme,
    // Nothing in a page is HTML: `<name>` in a text is a text.
    html: false,
    config: nameCodeStyles,
  },
  // Without an effect between light and dark no style is added to a page while it is open.
  appearance: { disableTransition: false },
  transformHtml: (html) => {
    // What the theme writes as styles of elements stands in its sheet, or is set by its script.
    const plain = html
      .replace(/ style="[^"]*"/g, '')
      .replace('<div class="VPHome"', '<div role="main" class="VPHome"')
    const policy = policyOf(plain)
    return plain.replace(
      '<head>',
      `<head>\n    <meta http-equiv="content-security-policy" content="${policy}">`,
    )
  },
  themeConfig: {
    logo: '/latchkey.svg',
    nav: [
      { text: 'Start', link: '/start/' },
      { text: 'Guides', link: '/guide/theming', activeMatch: '^/(guide|chains|tools)/' },
      { text: 'Reference', link: '/reference/', activeMatch: '^/reference/' },
      { text: 'Errors', link: '/errors/', activeMatch: '^/errors/' },
      { text: 'Comparison', link: '/guide/comparison' },
    ],
    sidebar: JSON.parse(readFileSync(join(pages, 'sidebars.json'), 'utf8')),
    outline: { level: [2, 3] },
    search: { provider: 'local', options: { detailedView: true } },
    docFooter: { prev: 'Before', next: 'Next' },
    footer: { message: 'MIT licence. No tracking, no request to any other host.' },
  },
  vite: {
    logLevel: 'error',
    build: { chunkSizeWarningLimit: 4000 },
  },
})
