import fc from 'fast-check'

/** As much of JSON Schema as our documents use. */
export interface Schema {
  readonly type?: string | readonly string[]
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly pattern?: string
  readonly minLength?: number
  readonly maxLength?: number
  readonly minimum?: number
  readonly maximum?: number
  readonly items?: Schema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | Schema
}

/** Texts that have broken servers. */
export const hostileTexts: readonly string[] = [
  '',
  ' ',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0',
  '1e999',
  '9'.repeat(400),
  '\u0000',
  'a\u0000b',
  '\ud800',
  '__proto__',
  'constructor',
  'toString',
  '%',
  '%00',
  '%ff',
  '../..',
  '/',
  '?',
  '#',
  '&',
  ';',
  "' or 1=1 --",
  '"',
  '\\',
  '\r\nx: y',
  '<script>',
  '{{7*7}}',
  'eip155:',
  'eip155:1:',
  'eip155:999999',
  ':',
  '0x',
  `0x${'f'.repeat(41)}`,
  '😀'.repeat(50),
  '‮',
  'x'.repeat(5_000),
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  'data:image/png;base64,@@',
]

/** Values that a schema describes, hostile ones among them where it leaves room. */
export function arbitraryOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map(arbitraryOf))
  switch (schema.type) {
    case 'string':
      return textOf(schema)
    case 'integer':
      return fc.integer({
        min: Math.max(schema.minimum ?? -1e6, -1e6),
        max: Math.min(schema.maximum ?? 1e6, 1e6),
      })
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true })
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'array': {
      const most = Math.min(schema.maxItems ?? 5, 5)
      return fc.array(arbitraryOf(schema.items ?? {}), {
        minLength: schema.minItems ?? 0,
        maxLength: most,
      })
    }
    case 'object':
      return objectOf(schema)
    default:
      return fc.jsonValue({ maxDepth: 3 })
  }
}

function textOf({ pattern, minLength = 0, maxLength = 10_000 }: Schema): fc.Arbitrary<string> {
  if (pattern) return fc.stringMatching(new RegExp(pattern))
  const fitting = hostileTexts.filter(({ length }) => length >= minLength && length <= maxLength)
  const most = Math.min(maxLength, 40)
  return fc.oneof(
    fc.string({ minLength, maxLength: most, unit: 'binary' }),
    fc.constantFrom(...fitting),
  )
}

function objectOf({
  properties = {},
  required = [],
  additionalProperties,
}: Schema): fc.Arbitrary<unknown> {
  const known = Object.fromEntries(
    Object.entries(properties).map(([name, one]) => [name, arbitraryOf(one)]),
  )
  const whole = fc.record(known, { requiredKeys: [...required] })
  if (additionalProperties === false) return whole
  const more = fc.dictionary(
    fc.constantFrom('extra', '__proto__', 'constructor', 'event', 'x'),
    fc.jsonValue({ maxDepth: 2 }),
  )
  return fc.tuple(more, whole).map(([extra, own]) => ({ ...extra, ...own }))
}
