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
  'accessibility.alone.browser',
  'embedded-devices.browser',
  'embedded-socials.browser',
  'demo.browser',
  'buying.browser',
  'remote-wallet.browser',
  'swap.browser',
  'hostile.browser',
  'guards/vault.browser',
  'scenarios/faults.alone.chain',
  'expiry.alone.chain',
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

/**
 * A test's kind is in its file's name: `x.test.ts` needs nothing, `x.chain.test.ts` starts local
 * chains and servers, `x.browser.test.ts` drives a real Chromium. Files of a kind share a process,
 * because loading the same modules again for each of them took longer than the tests.
 * `x.alone.test.ts`, `x.alone.chain.test.ts` … have a process of their own: they replace modules or
 * globals, leave a polyfill behind, or count the timers of the process.
 */
const folders = '{packages,apps,examples,scripts,tests}/**'
const sharing = {
  isolate: false,
  setupFiles: ['tests/helpers/leaves-nothing.ts', ...seeded],
}
// Tests wait for timers, chains and browsers for part of their time: a third file fills two processors.
const unit = { maxWorkers: 3 }
// Limits of time only end what hangs; how fast things are is what benchmarks measure.
const world = { hookTimeout: 240_000, expect: { poll: { timeout: 30_000 } }, maxWorkers: 3 }
const chain = {
  ...world,
  globalSetup: ['tests/helpers/prepare-pglite.ts', 'tests/helpers/prepare-gateway.ts'],
  testTimeout: 90_000,
}
const browser = {
  ...world,
  globalSetup: ['tests/worlds/stage-once.ts', 'tests/helpers/prepare-pglite.ts'],
  testTimeout: 180_000,
}
const tellPages = 'tests/helpers/tell-pages.ts'

export default defineConfig({
  test: {
    retry: 0,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        ...shared,
        test: {
          ...unit,
          ...sharing,
          name: 'unit',
          include: [`${folders}/*.test.{ts,tsx}`],
          exclude: [...ignore, '**/*.{alone,chain,browser}.test.{ts,tsx}'],
        },
      },
      {
        ...shared,
        test: {
          ...unit,
          name: 'unit-alone',
          include: [`${folders}/*.alone.test.{ts,tsx}`],
          exclude: ignore,
          setupFiles: seeded,
        },
      },
      {
        ...shared,
        plugins: [preparedPglite()],
        test: {
          ...chain,
          ...sharing,
          name: 'chain',
          include: [`${folders}/*.chain.test.ts`],
          exclude: [...ignore, guarded, '**/*.alone.chain.test.ts'],
        },
      },
      {
        ...shared,
        plugins: [preparedPglite()],
        test: {
          ...chain,
          name: 'chain-alone',
          include: [`${folders}/*.alone.chain.test.ts`],
          exclude: ignore,
          setupFiles: seeded,
        },
      },
      {
        ...shared,
        plugins: [preparedPglite()],
        test: {
          ...browser,
          ...sharing,
          name: 'browser',
          include: [`${folders}/*.browser.test.{ts,tsx}`],
          exclude: [...ignore, guarded, '**/*.alone.browser.test.ts'],
          setupFiles: [tellPages, ...sharing.setupFiles],
        },
      },
      {
        ...shared,
        plugins: [preparedPglite()],
        test: {
          ...browser,
          name: 'browser-alone',
          include: [`${folders}/*.alone.browser.test.ts`],
          exclude: ignore,
          setupFiles: [tellPages, ...seeded],
        },
      },
      ...(['chain', 'browser'] as const).map((kind) => ({
        ...shared,
        plugins: [switchGuards(), preparedPglite()],
        test: {
          ...world,
          name: `guards-${kind}`,
          globalSetup: 'tests/helpers/prepare-pglite.ts',
          include: [`tests/guards/*.${kind}.test.ts`],
          exclude: ignore,
          testTimeout: 60_000,
          hookTimeout: 240_000,
        },
      })),
    ],
  },
})
