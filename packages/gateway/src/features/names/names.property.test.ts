import { labelPattern } from '@latchkey/protocol'
import fc from 'fast-check'
import { normalize } from 'viem/ens'
import { describe, expect, test } from 'vitest'
import { readRefusal } from '../../base/refuse.ts'
import { checkName } from './check-name.ts'
import { makeSkeleton } from './make-skeleton.ts'
import { checkAttributes, messages, readMessage } from './read-message.ts'

const statusOf = (run: () => unknown): unknown => {
  try {
    run()
    return 200
  } catch (error) {
    return readRefusal(error)?.status ?? error
  }
}
const ascii = fc.string({
  unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-'),
  minLength: 1,
  maxLength: 70,
})

describe('labels', () => {
  test('behavior: whatever is let through is a label in normal form that no reader spells otherwise', () => {
    fc.assert(
      fc.property(
        fc.oneof(ascii, fc.string({ unit: 'grapheme', maxLength: 70 }), fc.string()),
        (label) => {
          const status = statusOf(() => checkName(`${label}.shop.eth`, 'shop.eth'))
          expect(status).toBeOneOf([200, 400])
          if (status === 400) return
          expect(label).toMatch(/^[a-z\d-]{3,64}$/)
          expect(normalize(`${label}.shop.eth`)).toBe(`${label}.shop.eth`)
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('behavior: what a page would register is let through, but for what ENSIP-15 refuses', () => {
    fc.assert(
      fc.property(
        ascii.filter((label) => labelPattern.test(label)),
        (label) => {
          const isExtension = label.slice(2, 4) === '--'
          expect(statusOf(() => checkName(`${label}.shop.eth`, 'shop.eth'))).toBe(
            isExtension ? 400 : 200,
          )
        },
      ),
      { numRuns: 2_000 },
    )
  })

  test('behavior: letters of other alphabets in the shape of ours are refused', () => {
    // Cyrillic a, e, o, p, c, i, palochka and d; Greek o and n; Roman l; mathematical a; signs
    // nobody sees.
    const alike = fc.constantFrom(
      ...'\u0430\u0435\u043e\u0440\u0441\u0456\u04cf\u0501\u03bf\u03bd\u217c\u{1d5ba}\u00aa\u200d\u00ad\u00e9',
    )
    fc.assert(
      fc.property(ascii, alike, fc.nat(), (label, letter, at) => {
        const cut = at % (label.length + 1)
        const mixed = label.slice(0, cut) + letter + label.slice(cut)
        expect(statusOf(() => checkName(`${mixed}.shop.eth`, 'shop.eth'))).toBe(400)
      }),
    )
  })
})

describe('makeSkeleton', () => {
  const swaps: readonly (readonly [string, string])[] = [
    ['o', '0'],
    ['l', '1'],
    ['s', '5'],
    ['m', 'rn'],
    ['w', 'vv'],
    ['-', '--'],
  ]

  test('behavior: any letter exchanged for its look-alike leaves the skeleton as it was', () => {
    // No two letters that stand beside each other make up a third before anything is exchanged.
    const plain = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqstuwxyz234678'),
      minLength: 3,
      maxLength: 20,
    })
    fc.assert(
      fc.property(plain, fc.constantFrom(...swaps), fc.nat(), (label, [letter, other], at) => {
        const cut = 1 + (at % (label.length - 1))
        const [one, two] = [letter, other].map(
          (part) => label.slice(0, cut) + part + label.slice(cut),
        )
        expect(makeSkeleton(two as string)).toBe(makeSkeleton(one as string))
      }),
    )
  })

  test('behavior: a skeleton is its own, and one letter more or another letter is another', () => {
    fc.assert(
      fc.property(ascii, (label) => {
        expect(makeSkeleton(makeSkeleton(label))).toBe(makeSkeleton(label))
      }),
    )
    expect(makeSkeleton('mail')).not.toBe(makeSkeleton('mall'))
    expect(makeSkeleton('anna')).not.toBe(makeSkeleton('ana'))
  })
})

describe('signed messages', () => {
  test('behavior: any text is read or refused, never believed beyond its shape', () => {
    const texts = fc.oneof(
      fc.json(),
      fc.string(),
      fc.constantFrom('null', '[]', '"x"', '{"__proto__":{"name":"a"}}'),
    )
    fc.assert(
      fc.property(texts, fc.constantFrom(...Object.values(messages)), (text, shape) => {
        expect(statusOf(() => readMessage(text, shape))).toBe(422)
      }),
    )
  })

  test('behavior: what was written is what is read', () => {
    const content = fc.record({
      name: fc.string({ maxLength: 256 }),
      attributes: fc.dictionary(fc.oneof(fc.constant('__proto__'), fc.string()), fc.string()),
      timestamp: fc.nat(),
    })
    fc.assert(
      fc.property(content, (one) => {
        const text = JSON.stringify(one)
        expect(readMessage(text, messages.registration)).toEqual(JSON.parse(text))
      }),
    )
  })

  test('behavior: attributes are two plain texts or refused', () => {
    const key = fc.oneof(
      fc.constantFrom('bio', 'avatar', '__proto__', 'constructor', 'Bio'),
      fc.string(),
    )
    fc.assert(
      fc.property(
        fc.dictionary(key, fc.oneof(fc.string({ maxLength: 300 }), fc.anything())),
        (given) => {
          const status = statusOf(() => checkAttributes(given))
          expect(status).toBeOneOf([200, 400])
          if (status === 400) return
          const checked = checkAttributes(given)
          for (const [name, value] of Object.entries(checked)) {
            expect(name).toBeOneOf(['bio', 'avatar'])
            expect(value).toMatch(/^[a-zA-Z0-9@:/._\-?&=+ ]{1,255}$/)
          }
          expect(Object.keys(checked)).toEqual(Object.keys(given))
        },
      ),
      { numRuns: 1_000 },
    )
  })
})
