import { attributePattern, type ErrorCode, nameAttributes } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'

/**
 * Checks the attributes of a name: each has at most 255 characters, which are letters, digits,
 * spaces or one of `@:/._-?&=+`.
 */
export type NameAttributes = Partial<Readonly<Record<(typeof nameAttributes)[number], string>>>

/** Throws an error with the code `code` for attributes that the gateway would refuse. */
export function checkedAttributes(attributes: NameAttributes, code: ErrorCode): NameAttributes {
  const knownAttributes: readonly string[] = nameAttributes
  if (
    !Object.entries(attributes).every(
      ([key, value]) => knownAttributes.includes(key) && attributePattern.test(value),
    )
  )
    refuseWith(
      code,
      `attributes: ${knownAttributes.join(', ')}; letters, digits and @:/._-?&=+ only, at most 255`,
    )
  return attributes
}
