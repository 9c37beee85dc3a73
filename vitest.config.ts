import { defineConfig } from 'vitest/config'

// Vite adds `import` and `default` itself. Node gets the second list, and loads packages as it would without us.
const shared = {
  resolve: { conditions: ['latchkey-source', 'module'] },
  ssr: { resolve: { conditions: ['latchkey-source'] } },
}
const ignore = ['**/node_modules/**', '**/dist/**']

/** `unit` needs nothing, `chain` starts local chains and servers, `browser` drives a real Chromium. */
export default defineConfig({
  test: {
    retry: 0,
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
