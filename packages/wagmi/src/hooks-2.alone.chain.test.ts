import { describe, vi } from 'vitest'
import { describeHooks } from '../test/describe-hooks.ts'
import { version2 } from '../test/version-2.ts'

// The package under test imports `wagmi`; here it gets version 2.
vi.mock('wagmi', () => import('wagmi2'))

describe('the hooks of wagmi 2', () => {
  describeHooks(version2)
})
