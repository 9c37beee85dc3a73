import { expect, test } from 'vitest'
import { isUnspendable } from './unspendable.ts'

test.each(['1BitcoinEaterAddressDontSendf59kuE', '1111111111111111111114oLvT2'])(
  'isUnspendable: default: nobody has a key to %s',
  (address) => {
    expect(isUnspendable(address)).toBe(true)
  },
)

test.each(['1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', ''])(
  'isUnspendable: behavior: of any other address it is not said: %s',
  (address) => {
    expect(isUnspendable(address)).toBe(false)
  },
)
