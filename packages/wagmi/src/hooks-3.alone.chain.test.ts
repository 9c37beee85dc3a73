import { describe } from 'vitest'
import * as main from 'wagmi'
import * as actions from 'wagmi/actions'
import { describeHooks } from '../test/describe-hooks.ts'

describe('the hooks of wagmi 3', () => {
  describeHooks(async () => ({ main, actions }))
})
