// @vitest-environment happy-dom

import { describe } from 'vitest'
import * as main from 'wagmi'
import * as actions from 'wagmi/actions'
import { describeStates } from '../test/describe-states.ts'

describe('the states of wagmi 3 and of the kit', () => {
  describeStates(async () => ({ main, actions }))
})
