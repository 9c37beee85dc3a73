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
/** Pages of the repository by where they stand on the site. */
const shown: Readonly<Record<string, string>> = {
  'docs/gateway.md': 'operate/gateway',
  'docs/runbook.md': 'operate/runbook',
  'docs/history.md': 'operate/history',
  'docs/email-capture.md': 'operate/email-capture',
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

/** Every page of the site, in the order of the files that they come from. */
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
    // The list of errors on the site is made of the same table as that page.
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

/** Where a page of the repository stands on the site; undefined for files that it does not show. */
function pathOfRepositoryPage(source: string): string | undefined {
  const [, folder, name] = /^(?:docs\/)?(decisions|recipes)\/([\w-]+)\.md$/.exec(source) ?? []
  if (folder) return `project/${folder}/${name}`
  const [, guide] = /^docs\/migrating\/([a-z][\w-]*)\.md$/.exec(source) ?? []
  return guide ? `migrate/${guide}` : shown[source]
}

/** The packages that pages install, each with what it exports. */
function packageReferences(files: readonly string[]): readonly PackageReference[] {
  return (
    files
      .filter((path) => /^packages\/[^/]+\/package\.json$/.test(path))
      .map((path) => posix.dirname(path))
      .map((folder) => ({ folder, manifest: readManifest(folder) }))
      // Sources are private, so that nobody publishes them as they are; what is published says so.
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

/** A list of the pages of a folder for the folders that have no page of their own. */
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

/** Two braces in a text would be read as code by the site's templates. */
function protectBraces(markdown: string): string {
  return outsideCode(markdown, (text) => text.replaceAll('{{', '{&#8203;{'))
}
