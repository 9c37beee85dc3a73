import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { switchGuards } from './tests/guards/switch-guards.ts'
import { preparedPglite } from './tests/helpers/prepare-pglite.ts'

// Vite adds `import` and `default` itself. Node gets the second list, and loads packages as it would without us.
const shared = {
  resolve: { conditions: ['latchkey-source', 'module'] },
  ssr: { resolve: { conditions: ['latchkey-source'] } },
}
const ignore = ['**/node_modules/**', '**/dist/**']
/** Of sources in which guards can be switched off: no other test runs on these. */
const guarded = 'tests/guards/**'

/** Started last, what takes longest would keep one processor waiting; a file's size, which vitest goes by, does not tell. */
const longest = [
  'accessibility.browser',
  'embedded-devices.browser',
  'embedded-socials.browser',
  'demo.browser',
  'buying.browser',
  'remote-wallet.browser',
  'swap.browser',
  'hostile.browser',
  'guards/vault.browser',
  'scenarios/faults.chain',
  'expiry.chain',
].map((name) => `/${name}.test.ts`)
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean =>
      longest.some((path) => moduleId.endsWith(path))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** A run that is to be repeated. */
const seeded = process.env.LATCHKEY_SEED ? ['tests/helpers/seed-properties.ts'] : []

const isUnit = /(?<!\.chain|\.browser)\.test\.tsx?$/
const isChain = /\.chain\.test\.ts$/
const isBrowser = /\.browser\.test\.tsx?$/
/** Adapters, data and views: no clock, socket or page of theirs outlives a test. What else shares a process finds the timers of others. */
const mayShare =
  /^packages\/(?:bitcoin|catalog|evm|gateway|modal|protocol|solana|stacks|stacks-connect|wbip)\//
/** A module that another file has loaded is not loaded again: who replaces modules or the globals of a page has a process. */
const needsOwnProcess = /vi\.(?:mock|doMock|resetModules)\(|@vitest-environment|fake-indexeddb/
function find(folder: string, isAlone: (path: string) => boolean): string[] {
  return readdirSync(join(import.meta.dirname, folder), { withFileTypes: true }).flatMap(
    (entry) => {
      const path = `${folder}/${entry.name}`
      if (entry.isDirectory())
        return ['node_modules', 'dist'].includes(entry.name) ? [] : find(path, isAlone)
      return isAlone(path) ? [path] : []
    },
  )
}
const findAll = (isAlone: (path: string) => boolean): string[] =>
  ['packages', 'apps', 'examples', 'scripts', 'tests'].flatMap((folder) => find(folder, isAlone))
const has = (path: string, what: RegExp): boolean =>
  what.test(readFileSync(join(import.meta.dirname, path), 'utf8'))
const alone = findAll(
  (path) => isUnit.test(path) && !(mayShare.test(path) && !has(path, needsOwnProcess)),
)
/** Of files with a chain or a browser: those of another's client, and who turns the clock or the globals of the process. */
const turnsProcess =
  /vi\.(?:mock|doMock|resetModules|stub\w+|useFakeTimers|spyOn)\(|@vitest-environment|fake-indexeddb\/auto|process\.env\.\w+ =|delete process\.env/
const findAlone = (isKind: RegExp): string[] =>
  findAll(
    (path) =>
      isKind.test(path) &&
      !path.startsWith('tests/guards/') &&
      (path.startsWith('tests/peer/') || has(path, turnsProcess)),
  )
/** A ninth of the files' time went into loading the same modules again. */
const sharedAndAlone = (kind: 'chain' | 'browser', isKind: RegExp, alone = findAlone(isKind)) => [
  {
    name: kind,
    include: [`{packages,apps,examples,scripts,tests}/**/*.${kind}.test.{ts,tsx}`],
    exclude: [...ignore, guarded, ...alone],
    isolate: false,
  },
  { name: `${kind}-alone`, include: alone, exclude: ignore },
]

// What starts chains and browsers waits for them for half of its time: a third file fills two processors.
/** What begins with `unit` needs nothing, `chain` starts local chains and servers, `browser` drives a real Chromium. */
export default defineConfig({
  test: {
    retry: 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['{packages,apps,scripts,tests}/**/*.test.{ts,tsx}'],
          exclude: [...ignore, '**/*.{chain,browser}.test.{ts,tsx}', ...alone],
          // Most of the time of isolated files went into loading the same modules again.
          isolate: false,
          setupFiles: ['tests/helpers/leaves-nothing.ts', ...seeded],
          maxWorkers: 2,
        },
      },
      {
        ...shared,
        test: {
          name: 'unit-alone',
          include: alone,
          exclude: ignore,
          setupFiles: seeded,
          maxWorkers: 2,
        },
      },
      ...sharedAndAlone('chain', isChain).map((files) => ({
        ...shared,
        plugins: [preparedPglite()],
        test: {
          ...files,
          globalSetup: ['tests/helpers/prepare-pglite.ts', 'tests/helpers/prepare-gateway.ts'],
          setupFiles: [
            ...(files.isolate === false ? ['tests/helpers/leaves-nothing.ts'] : []),
            ...seeded,
          ],
          testTimeout: 30_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 3,
        },
      })),
      ...sharedAndAlone('browser', isBrowser).map((files) => ({
        ...shared,
        plugins: [preparedPglite()],
        test: {
          ...files,
          globalSetup: ['tests/worlds/stage-once.ts', 'tests/helpers/prepare-pglite.ts'],
          setupFiles: [
            'tests/helpers/tell-pages.ts',
            ...(files.isolate === false ? ['tests/helpers/leaves-nothing.ts'] : []),
          ],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 3,
        },
      })),
      ...(['chain', 'browser'] as const).map((kind) => ({
        ...shared,
        plugins: [switchGuards(), preparedPglite()],
        test: {
          name: `${kind}-guards`,
          globalSetup: 'tests/helpers/prepare-pglite.ts',
          include: [`tests/guards/*.${kind}.test.ts`],
          exclude: ignore,
          testTimeout: 60_000,
          hookTimeout: 240_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 3,
        },
      })),
    ],
  },
})
