// @vitest-environment happy-dom
import { describe, vi } from 'vitest'
import { describeStates } from '../test/describe-states.ts'
import { version2 } from '../test/version-2.ts'

// The package under test imports `wagmi`; here it gets version 2.
vi.mock('wagmi', () => import('wagmi2'))

describe('the states of wagmi 2 and of the kit', () => {
  describeStates(version2)
})
