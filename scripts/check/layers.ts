import { posix } from 'node:path'
import { isTestPath, type SourceFile } from './source-file.ts'

/** Packages that each package's published code may import: lower layers only, never siblings. */
const allowed: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  catalog: ['protocol'],
  core: ['protocol'],
  wbip: ['protocol'],
  bitcoin: ['protocol', 'core', 'wbip'],
  evm: ['protocol', 'core'],
  solana: ['protocol', 'core'],
  stacks: ['protocol', 'core', 'wbip'],
  walletconnect: ['protocol', 'core'],
  embedded: ['protocol', 'core'],
  react: ['protocol', 'catalog', 'core', 'evm', 'solana', 'bitcoin', 'stacks', 'x402'],
  wagmi: ['protocol', 'core', 'evm'],
  x402: ['protocol', 'core', 'evm'],
  gateway: ['protocol', 'catalog', 'siwx'],
  siwx: ['protocol'],
  modal: ['protocol', 'catalog', 'core', 'react'],
  // Its one script has every chain family in it; the npm package brings none.
  elements: [
    'protocol',
    'catalog',
    'core',
    'evm',
    'solana',
    'bitcoin',
    'stacks',
    'walletconnect',
    'modal',
  ],
  'stacks-connect': ['protocol', 'core', 'wbip', 'stacks', 'bitcoin', 'walletconnect', 'modal'],
  // A program for a new app: nothing of it reaches a page.
  'create-latchkey': ['protocol', 'catalog'],
  // Outside the layers: for development and tests.
  codemod: [],
  signer: ['protocol'],
  testing: ['protocol', 'core', 'walletconnect'],
  devnet: ['protocol'],
}

// Further entries of a package re-export like its index.ts.
const secondEntries = ['packages/protocol/src/errors.ts', 'packages/walletconnect/src/wallet.ts']
/**
 * Packages that have an entry for each chain family and for x402. Only the entry of a family
 * imports that family's adapter (`packages/react/src/evm` imports `@latchkey/evm`), so that a page
 * does not load an adapter that it does not use.
 */
const withFamilyEntries = ['react']
const families = ['evm', 'solana', 'bitcoin', 'stacks', 'x402']
/** What tests may import too; apps and examples may import every package. */
const forTests = ['testing', 'devnet', 'signer']

/** Packages whose published code may use the schemas of the validation library. */
const schemaUsers = ['gateway']

/** Folders of the gateway in layers, lowest first: each may import itself and those below it. */
const gatewayRooms = ['base', 'data', 'ports', 'families', 'features', 'server']

/** `packages/core/src/x.ts` → `core`; undefined outside `packages`. */
function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1]
}

/** Index of a file's folder in `gatewayRooms`; -1 outside them. */
function gatewayRoomOf(path: string): number {
  return gatewayRooms.indexOf(/^packages\/gateway\/src\/([^/]+)\//.exec(path)?.[1] ?? '')
}

/** One line for each import that breaks the layers, or the rule on `index.ts`. */
export function layerFaults(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => {
    const own = packageOf(file.path)
    const isTest = isTestPath(file.path)
    const reexports =
      file.reexports.length > 0 && own && !isTest && !file.path.endsWith('/index.ts')
        ? [`${file.path} re-exports ${file.reexports[0]}: only index.ts does`]
        : []
    return file.imports
      .flatMap((name) => importFault(file.path, own, isTest, name) ?? [])
      .map((fault) => `${file.path} imports ${fault}`)
      .concat(reexports.filter(() => !secondEntries.includes(file.path)))
  })
}

function importFault(
  path: string,
  own: string | undefined,
  isTest: boolean,
  name: string,
): string | undefined {
  if (name.startsWith('.')) return relativeFault(path, own, isTest, name)
  const [, scoped, rest] = /^@latchkey\/([^/]+)(\/.*)?$/.exec(name) ?? []
  if (!scoped || !own) return undefined
  if (scoped === own) return isTest ? undefined : `${name}, its own package by name`
  const list = allowed[own]
  if (!list) return `${name}, but ${own} stands in no layer: add it to scripts/check/layers.ts`
  if (rest === '/schema' && !isTest && !schemaUsers.includes(own))
    return `${name}: for the server and tests only`
  if (!isTest && withFamilyEntries.includes(own) && families.includes(scoped))
    return path.startsWith(`packages/${own}/src/${scoped}/`)
      ? undefined
      : `${name}: only packages/${own}/src/${scoped} may`
  if (list.includes(scoped) || (isTest && mayTest(own, scoped))) return undefined
  return `${name}: ${own} may import ${list.join(', ') || 'no other package'} only`
}

/** Tests may also use the test packages, and packages at or below their own layer. */
function mayTest(own: string, name: string): boolean {
  if (forTests.includes(name)) return true
  const isHigher = allowed[name]?.includes(own) ?? true
  return !isHigher
}

function relativeFault(
  path: string,
  own: string | undefined,
  isTest: boolean,
  name: string,
): string | undefined {
  const target = posix.join(posix.dirname(path), name)
  const isOtherPackage =
    own !== undefined && packageOf(target) !== own && /^(packages|apps|examples)\//.test(target)
  if (isOtherPackage) return `${name}: other packages by name`
  const [room, targetRoom] = [gatewayRoomOf(path), gatewayRoomOf(target)]
  if (!isTest && room >= 0 && targetRoom > room)
    return `${name}: ${gatewayRooms[room]} stands below ${gatewayRooms[targetRoom]}`
  const isOwnIndex =
    own !== undefined && !isTest && /^packages\/[^/]+\/src\/index\.ts$/.test(target)
  return isOwnIndex ? `${name}, its own index.ts` : undefined
}
