import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { completeSnippet } from './complete-snippet.ts'
import { exportedNames, publicNames } from './public-names.ts'
import { readExamples } from './read-examples.ts'
import { readMarkdown, type Snippet } from './read-markdown.ts'

/** Names of other libraries that an `@example` need not import. */
const others: Readonly<Record<string, readonly string[]>> = {
  react: ['useEffect', 'useState'],
  viem: ['erc20Abi', 'parseEther'],
  'viem/chains': ['base', 'mainnet'],
}

/**
 * Writes each example of the README files, the docs and the comments of published packages as a
 * module into `.cache/snippets`, where the compiler finds it. A file's name says where its first
 * line stands: `packages-evm-README.md-12.ts`. @returns how many there are
 */
export function writeSnippets(root: string): number {
  const folder = join(root, '.cache/snippets')
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const stage = '../../scripts/snippets/stage.ts'
  const staged = exportedNames(readFileSync(join(root, 'scripts/snippets/stage.ts'), 'utf8')).map(
    (name) => [name, stage] as const,
  )
  const fileOf = ({ path, line, isTsx }: Snippet): string =>
    `${path.replaceAll('/', '-')}-${line}.${isTsx ? 'tsx' : 'ts'}`
  const write = (snippet: Snippet, code: string): void =>
    writeFileSync(join(folder, fileOf(snippet)), code)
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\n')
  let count = 0
  for (const path of files.filter((name) =>
    /^(README|docs\/.*|packages\/[^/]+\/README|apps\/docs\/(SKILL|pages\/.*))\.md$/.test(name),
  )) {
    const text = readFileSync(join(root, path), 'utf8')
    const earlier = new Map<string, string>(staged)
    const titled = new Map<string, string>()
    for (const snippet of readMarkdown(path, text)) {
      write(snippet, importTitled(completeSnippet(snippet.code, earlier), titled))
      if (snippet.title) titled.set(nameOfModule(snippet.title), `./${fileOf(snippet)}`)
      for (const [name, module] of importedNames(snippet.code)) {
        earlier.set(name, module)
      }
      count++
    }
  }
  const packages = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
  const entries = new Map(packages.map((one) => [one, publicNames(root, one)]))
  const everywhere = new Map<string, string>()
  for (const names of [...entries.values(), new Map(Object.entries(others))]) {
    for (const [module, list] of names) {
      for (const name of list) {
        if (!everywhere.has(name)) everywhere.set(name, module)
      }
    }
  }
  for (const path of files.filter((name) => /^packages\/[^/]+\/src\/.*\.tsx?$/.test(name))) {
    if (/\.(test|test-d|gen)\./.test(path)) continue
    const examples = readExamples(path, readFileSync(join(root, path), 'utf8'))
    const own = entries.get(path.split('/').slice(0, 2).join('/')) ?? new Map()
    const sources = new Map(everywhere)
    for (const [module, list] of own) {
      for (const name of list) {
        sources.set(name, module)
      }
    }
    for (const [name, module] of staged) {
      sources.set(name, module)
    }
    for (const snippet of examples) {
      write(snippet, completeSnippet(snippet.code, sources))
      count++
    }
  }
  return count
}

/** A snippet that imports `./wallet` gets the block of its page whose title is `wallet.ts`. */
function importTitled(code: string, titled: ReadonlyMap<string, string>): string {
  return code.replace(
    /(from ')(\.{1,2}\/[\w./-]+)(')/g,
    (_, before: string, module: string, after: string) =>
      `${before}${titled.get(nameOfModule(module)) ?? module}${after}`,
  )
}

/** `app/wallet.ts` → `wallet`. */
function nameOfModule(path: string): string {
  return path.replace(/^.*\//, '').replace(/\.tsx?$/, '')
}

/** The names that a snippet imports, with their modules. */
function importedNames(code: string): (readonly [string, string])[] {
  return [...code.matchAll(/^import \{([^}]*)\} from '([^']+)'/gm)].flatMap(
    ([, list = '', module = '']) =>
      list.split(',').map((name) => [name.trim().replace(/^type /, ''), module] as const),
  )
}
