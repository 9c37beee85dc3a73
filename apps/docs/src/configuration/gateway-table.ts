import { z } from 'zod'
import { configSchema } from '../../../../packages/gateway/src/base/config/schema.ts'
import { escapeBars } from '../page.ts'
import { readText } from '../repository.ts'
import { schemaComments } from './schema-comments.ts'

/** The part of JSON Schema that zod generates for the gateway's configuration. */
interface Schema {
  readonly type?: string
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly format?: string
  readonly pattern?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly minItems?: number
  readonly maxItems?: number
  readonly maxLength?: number
  readonly default?: unknown
  readonly properties?: Readonly<Record<string, Schema>>
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly required?: readonly string[]
}

const source = 'packages/gateway/src/base/config/schema.ts'

/**
 * Makes a Markdown table for each section of `latchkey.json`: key, type and limits, default,
 * meaning.
 */
export function gatewayTables(): string {
  const comments = new Map([...documentedMeanings(), ...schemaComments(source, 'configSchema')])
  const schema = z.toJSONSchema(configSchema, { io: 'input', unrepresentable: 'any' }) as Schema
  const sections = Object.entries(schema.properties ?? {})
  const simple = sections.filter(([, section]) => leavesOf('', section, false).length === 1)
  const grouped = sections.filter((section) => !simple.includes(section))
  const drawTable = (rows: readonly string[]): string =>
    `| key | type and limits | default | meaning |\n|:--|:--|:--|:--|\n${rows.join('\n')}\n`
  const rowsOf = ([key, section]: readonly [string, Schema]): string[] =>
    leavesOf(key, section, false).map(([path, leaf, isRequired]) =>
      describeKey(path, leaf, isRequired, comments.get(path) ?? ''),
    )
  return [
    `## Simple keys\n\n${drawTable(simple.flatMap(rowsOf))}`,
    ...grouped.map(([key, section]) => {
      const meaning = comments.get(key)
      return `## \`${key}\`\n\n${meaning ? `${meaning}\n\n` : ''}${drawTable(rowsOf([key, section]))}`
    }),
  ].join('\n')
}

/**
 * Reads what the documentation of gateway and vault says about each key, by the key's path. It is
 * used for keys that have no comment in the schema.
 */
function documentedMeanings(): ReadonlyMap<string, string> {
  const pages = [
    ['docs/vault.md', 'vault.'],
    ['docs/gateway.md', ''],
  ] as const
  const meanings = new Map<string, string>()
  for (const [page, prefix] of pages) {
    for (const [, keys = '', meaning = ''] of readText(page).matchAll(
      /^\| (`[^|]+`) \| ([^|]+)/gm,
    )) {
      const text = meaning.trim().replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      for (const [, key] of keys.matchAll(/`([^`]+)`/g)) {
        meanings.set(`${prefix}${key}`, text)
      }
    }
  }
  return meanings
}

/**
 * Lists all keys at or below `path` whose values are no objects: path, schema, and whether the key
 * is required.
 */
function leavesOf(
  path: string,
  schema: Schema,
  isRequired: boolean,
): (readonly [path: string, schema: Schema, isRequired: boolean])[] {
  const { properties, items, additionalProperties } = schema
  if (properties)
    return Object.entries(properties).flatMap(([key, inner]) =>
      leavesOf(path ? `${path}.${key}` : key, inner, schema.required?.includes(key) ?? false),
    )
  if (items?.properties) return leavesOf(`${path}[]`, items, isRequired)
  if (typeof additionalProperties === 'object' && additionalProperties.properties)
    return leavesOf(`${path}.*`, additionalProperties, isRequired)
  return [[path, schema, isRequired]]
}

function describeKey(path: string, schema: Schema, isRequired: boolean, meaning: string): string {
  const byDefault =
    schema.default === undefined
      ? isRequired
        ? 'required'
        : ''
      : `\`${escapeBars(JSON.stringify(schema.default))}\``
  return `| \`${path}\` | ${escapeBars(describeType(schema))} | ${byDefault} | ${escapeBars(meaning)} |`
}

function describeType(schema: Schema): string {
  const { anyOf, oneOf, items, minimum, maximum, exclusiveMinimum, maxItems } = schema
  const choices = anyOf ?? oneOf
  if (choices) return [...new Set(choices.map(describeType))].join(', or ')
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``
  if (schema.enum) return schema.enum.map((one) => `\`${JSON.stringify(one)}\``).join(', ')
  if (schema.type === 'array')
    return `list of ${items ? describeType(items) : 'anything'}${maxItems ? `, at most ${formatNumber(maxItems)}` : ''}`
  if (schema.format === 'uri') return 'URL'
  if (schema.type === 'string') return schema.maxLength ? `text, ≤ ${schema.maxLength}` : 'text'
  if (schema.type === 'integer' || schema.type === 'number') {
    const isBounded = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER
    const lower = exclusiveMinimum === undefined ? minimum : `> ${exclusiveMinimum}`
    const isFree = minimum !== undefined && minimum <= Number.MIN_SAFE_INTEGER
    const from =
      isFree || lower === undefined
        ? ''
        : ` from ${typeof lower === 'number' ? formatNumber(lower) : lower}`
    return `${schema.type === 'integer' ? 'whole number' : 'number'}${from}${isBounded ? ` to ${formatNumber(maximum)}` : ''}`
  }
  if (schema.type === 'boolean') return '`true` or `false`'
  return schema.type ?? 'see the page of the feature'
}

function formatNumber(value: number): string {
  return value.toLocaleString('en-US')
}
