import { expect, test } from 'vitest'
import { isUnspendable } from './unspendable.ts'

test.each(['SP000000000000000000002Q6VF78', 'ST000000000000000000002AMW42H'])(
  'isUnspendable: default: nobody has a key to %s',
  (address) => {
    expect(isUnspendable(address)).toBe(true)
  },
)

test.each(['SP2J6ZY48GV1EZ5V2V5RB9MP66SW86PYKKNRV9EJ7', ''])(
  'isUnspendable: behavior: of any other address it is not said: %s',
  (address) => {
    expect(isUnspendable(address)).toBe(false)
  },
)
