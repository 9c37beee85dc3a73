import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Vite adds `import` and `default` itself. Node gets the second list, and loads packages as it would without us.
const shared = {
  resolve: { conditions: ['latchkey-source', 'module'] },
  ssr: { resolve: { conditions: ['latchkey-source'] } },
}
const ignore = ['**/node_modules/**', '**/dist/**']

/** Started last, what takes longest would keep one processor waiting; a file's size, which vitest goes by, does not tell. */
const longest = ['tests/accessibility.browser.test.ts', 'tests/adaptation.browser.test.ts']
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    const isLong = ({ moduleId }: TestSpecification): boolean => longest.some((path) => moduleId.endsWith(`/${path}`))
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

/** `unit` needs nothing, `chain` starts local chains and servers, `browser` drives a real Chromium. */
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
          exclude: [...ignore, '**/*.chain.test.ts', '**/*.browser.test.ts', '**/*.browser.test.tsx'],
          maxWorkers: 2,
        },
      },
      {
        ...shared,
        test: {
          name: 'chain',
          include: ['{packages,apps,scripts,tests}/**/*.chain.test.ts'],
          exclude: ignore,
          testTimeout: 30_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
      {
        ...shared,
        test: {
          name: 'browser',
          globalSetup: 'tests/stage-once.ts',
          setupFiles: 'tests/tell-pages.ts',
          include: ['{packages,apps,examples,scripts,tests}/**/*.browser.test.{ts,tsx}'],
          exclude: ignore,
          testTimeout: 60_000,
          hookTimeout: 120_000,
          expect: { poll: { timeout: 10_000 } },
          maxWorkers: 2,
        },
      },
    ],
  },
})
