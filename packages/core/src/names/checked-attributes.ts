import { attributePattern, type ErrorCode, nameAttributes } from '@latchkey/protocol'
import { refuseWith } from '../machine/adapter-of.ts'

/** What a name says of its owner: letters, digits and `@:/._-?&=+ `, at most 255 each. */
export type NameAttributes = Partial<Readonly<Record<(typeof nameAttributes)[number], string>>>

/** Refuses with `code` what the gateway would. */
export function checkedAttributes(attributes: NameAttributes, code: ErrorCode): NameAttributes {
  const known: readonly string[] = nameAttributes
  if (
    !Object.entries(attributes).every(
      ([key, value]) => known.includes(key) && attributePattern.test(value),
    )
  )
    refuseWith(
      code,
      `attributes: ${known.join(', ')}; letters, digits and @:/._-?&=+ only, at most 255`,
    )
  return attributes
}
