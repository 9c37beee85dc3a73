import { expect, test } from 'vitest'
import { isUnspendable } from './unspendable.ts'

test.each(['11111111111111111111111111111111', '1nc1nerator11111111111111111111111111111111'])(
  'isUnspendable: default: nobody has a key to %s',
  (address) => {
    expect(isUnspendable(address)).toBe(true)
  },
)

test.each(['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', ''])(
  'isUnspendable: behavior: of any other address it is not said: %s',
  (address) => {
    expect(isUnspendable(address)).toBe(false)
  },
)
