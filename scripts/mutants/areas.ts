/** Sources that guard accounts and keys, and the tests that must notice when they change. */
export interface Area {
  readonly name: string
  /** Folder of the sources, from the repository's root. */
  readonly folder: string
  /** Globs of the tests. */
  readonly tests: readonly string[]
  /**
   * Least share of mutants in percent that the tests must notice. A draw of one line in twenty is
   * off by up to five percent.
   */
  readonly floor: number
}

export const areas: readonly Area[] = [
  {
    name: 'vault',
    folder: 'apps/vault/src',
    tests: ['apps/vault/src/**/*.test.{ts,tsx}'],
    floor: 60,
  },
  {
    name: 'accounts',
    folder: 'packages/gateway/src/features/accounts',
    tests: ['packages/gateway/src/features/accounts/**/*.test.ts'],
    floor: 45,
  },
]
