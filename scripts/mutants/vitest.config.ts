import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { preparedPglite } from '../../tests/helpers/prepare-pglite.ts'

/** The tests that `npm run mutants` runs on each mutant. */
export default defineConfig({
  root: resolve(import.meta.dirname, '../..'),
  resolve: { conditions: ['latchkey-source', 'module'] },
  ssr: { resolve: { conditions: ['latchkey-source'] } },
  plugins: [preparedPglite()],
  test: {
    globalSetup: 'tests/helpers/prepare-pglite.ts',
    include: JSON.parse(process.env.LATCHKEY_MUTANT_TESTS ?? '[]'),
    exclude: ['**/node_modules/**', '**/*.browser.test.{ts,tsx}'],
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 120_000,
  },
})
