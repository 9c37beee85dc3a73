import { attributePattern, type ErrorCode, nameAttributes } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'

/** The attributes of a name: letters, digits and `@:/._-?&=+ `, at most 255 characters each. */
export type NameAttributes = Partial<Readonly<Record<(typeof nameAttributes)[number], string>>>

/** Throws `code` for attributes that the gateway would refuse. */
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
