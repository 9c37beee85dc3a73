import { posix } from 'node:path'
import type { Page } from '../page.ts'
import { errorPages } from '../reference/error-pages.ts'
import { readExports } from '../reference/read-exports.ts'
import {
  type PackageReference,
  placeOfExport,
  referencePages,
} from '../reference/write-reference.ts'
import { listFiles, readManifest, readText, repositoryAddress } from '../repository.ts'
import { fillPage } from './fill-page.ts'
import { addressesBySource, outsideCode, repairLinks } from './repair-links.ts'

const own = 'apps/docs/pages/'
/** Files of the repository that the site shows as pages, with their paths on the site. */
const shown: Readonly<Record<string, string>> = {
  'docs/gateway.md': 'operate/gateway',
  'docs/runbook.md': 'operate/runbook',
  'docs/history.md': 'operate/history',
  'docs/email-capture.md': 'operate/email-capture',
  'docs/orders.md': 'operate/orders',
  'docs/vault.md': 'operate/vault',
  'docs/social-login.md': 'operate/social-login',
  'docs/security/embedded-wallets.md': 'operate/embedded-wallets',
  'docs/bitcoin.md': 'chains/bitcoin-facts',
  'docs/stacks.md': 'chains/stacks-facts',
  'docs/migrating/README.md': 'migrate/index',
  'docs/benchmarks.md': 'project/benchmarks',
  'ARCHITECTURE.md': 'project/architecture',
  'CONTRIBUTING.md': 'project/contributing',
  'SECURITY.md': 'project/security',
}

/**
 * Collects every page of the site: hand-written ones, files of the repository, the reference and
 * the errors.
 */
export function collectPages(): readonly Page[] {
  const files = listFiles()
  const written = files
    .filter((path) => path.startsWith(own) && path.endsWith('.md'))
    .map((path) => ({
      path: path.slice(own.length).replace(/\.md$/, ''),
      source: path,
      markdown: fillPage(readText(path)),
    }))
  const repository = files.flatMap((source) => {
    const path = pathOfRepositoryPage(source)
    return path ? [{ path, source, markdown: fillPage(readText(source)) }] : []
  })
  const references = packageReferences(files)
  const exports = references.flatMap((reference) =>
    reference.exports.map((item) => ({ item, place: placeOfExport(reference, item) })),
  )
  const placeOfType = new Map(
    exports
      .filter(({ item }) => item.kind === 'type' || item.kind === 'class')
      .map(({ item, place }) => [item.name, place] as const),
  )
  const pages = [
    ...written,
    ...repository,
    ...references.flatMap((reference) => referencePages(reference, placeOfType)),
    referenceIndex(references),
    ...errorPages(exports),
  ]
  const addresses = new Map([
    ...addressesBySource(pages),
    // The site has its own list of errors, made from the same table as `docs/errors.md`.
    ['docs/errors.md', '/errors/'],
    ['docs/decisions', '/project/decisions/'],
    ['recipes', '/project/recipes/'],
  ])
  const sources = repositoryAddress()
  return [...pages, ...folderIndexes(pages)].map((page) => ({
    ...page,
    markdown: protectBraces(repairLinks(page, addresses, sources)),
  }))
}

/**
 * The path on the site of a file of the repository; undefined for files that the site does not
 * show.
 */
function pathOfRepositoryPage(source: string): string | undefined {
  const [, folder, name] = /^(?:docs\/)?(decisions|recipes)\/([\w-]+)\.md$/.exec(source) ?? []
  if (folder) return `project/${folder}/${name}`
  const [, guide] = /^docs\/migrating\/([a-z][\w-]*)\.md$/.exec(source) ?? []
  return guide ? `migrate/${guide}` : shown[source]
}

/** The packages that web pages install, each with its exports. */
function packageReferences(files: readonly string[]): readonly PackageReference[] {
  return (
    files
      .filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
      .map((path) => posix.dirname(path))
      .map((folder) => ({ folder, manifest: readManifest(folder) }))
      // Every package is private in the repository, so `publishConfig` tells which ones are
      // published.
      .filter(({ manifest }) => manifest.publishConfig !== undefined)
      .map(({ folder, manifest }) => ({
        folder,
        manifest,
        readme: readText(`${folder}/README.md`),
        exports: readExports(folder),
      }))
  )
}

function referenceIndex(references: readonly PackageReference[]): Page {
  const rows = references.map(
    ({ folder, manifest, exports }) =>
      `| [\`${manifest.name}\`](/reference/${posix.basename(folder)}/) | ${manifest.description ?? ''} | ${exports.length} |`,
  )
  return {
    path: 'reference/index',
    source: 'packages',
    markdown: `# Packages

Every package and everything it exports, written from the comments of the sources. Each example on these pages is compiled.

| package | what it is | exports |
|:--|:--|--:|
${rows.join('\n')}
`,
  }
}

/** Makes index pages for the two folders that have none: lists of the pages in each. */
function folderIndexes(pages: readonly Page[]): readonly Page[] {
  return (['decisions', 'recipes'] as const).map((name) => {
    const items = pages
      .filter(({ path }) => path.startsWith(`project/${name}/`))
      .map(({ path, markdown }) => `- [${/^# (.+)$/m.exec(markdown)?.[1] ?? path}](/${path})`)
    const title = name === 'decisions' ? 'Decisions' : 'Recipes'
    const about =
      name === 'decisions'
        ? 'Why things are as they are: what was decided, what led to it, and what follows.'
        : 'How to add something to Latchkey itself: each recipe names the files it touches.'
    return {
      path: `project/${name}/index`,
      source: `project/${name}`,
      markdown: `# ${title}\n\n${about}\n\n${items.join('\n')}\n`,
    }
  })
}

/** Changes double braces in a page's text, because VitePress would run their content as code. */
function protectBraces(markdown: string): string {
  return outsideCode(markdown, (text) => text.replaceAll('{{', '{&#8203;{'))
}
