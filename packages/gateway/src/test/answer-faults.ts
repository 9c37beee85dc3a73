import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

/** A served document, as far as answers are checked by it. */
export interface ServedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: object
}

export interface Operation {
  readonly operationId: string
  readonly parameters: readonly {
    readonly name: string
    readonly in: 'path' | 'query' | 'header'
    readonly required?: boolean
    readonly schema: object
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> }
  readonly responses: Readonly<
    Record<
      string,
      {
        readonly headers?: object
        readonly content?: Readonly<Record<string, { readonly schema: object }>>
      }
    >
  >
}

/**
 * What is wrong with an answer by the document alone, by a validator that shares nothing with the
 * gateway's own.
 */
export type AnswerFaults = (operation: Operation, response: Response) => Promise<readonly string[]>

export function answerFaults(document: ServedDocument): AnswerFaults {
  const ajv = new Ajv2020({ strict: false, allErrors: false })
  formats.default(ajv)
  ajv.addSchema({ $id: 'https://document.example/', components: document.components })
  const checks = new Map<object, ReturnType<typeof ajv.compile>>()
  const checkOf = (schema: object) => {
    const known = checks.get(schema)
    if (known) return known
    const text = JSON.stringify(schema).replaceAll(
      '"#/components',
      '"https://document.example/#/components',
    )
    const made = ajv.compile(JSON.parse(text))
    checks.set(schema, made)
    return made
  }
  return async ({ responses }, response) => {
    const described = responses[String(response.status)]
    const text = await response.text()
    if (response.status >= 500 && response.status !== 503)
      return [`${response.status}: ${text.slice(0, 200)}`]
    if (!described) return [`status ${response.status} is not described: ${text.slice(0, 200)}`]
    const faults = Object.keys(described.headers ?? {})
      .filter((name) => response.headers.get(name) === null)
      .map((name) => `${response.status} without ${name}`)
    if (!described.content) return text ? [...faults, `${response.status} with a body`] : faults
    const type = response.headers.get('content-type')?.split(';')[0] ?? 'none'
    const content = described.content[type]
    if (!content) return [...faults, `${response.status} as ${type}`]
    if (type !== 'application/json') return faults
    const check = checkOf(content.schema)
    return check(JSON.parse(text))
      ? faults
      : [...faults, `${response.status}: ${ajv.errorsText(check.errors)}`]
  }
}
