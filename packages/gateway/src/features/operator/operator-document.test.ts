import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { operatorApp } from './operator-app.ts'
import { operatorCalls } from './operator-calls.ts'
import { operatorDocument } from './operator-document.ts'

const validate = (document: object) =>
  new Validator().validate(structuredClone(document) as Record<string, unknown>)

describe('operatorDocument', () => {
  test('default', async () => {
    const document = operatorDocument()
    const { valid, errors } = await validate(document)
    expect([valid, errors]).toEqual([true, undefined])
    expect(document).toMatchObject({
      security: [{ token: [] }],
      paths: {
        '/operator/v1/projects/{id}': {
          put: {
            parameters: [{ name: 'id', in: 'path' }],
            requestBody: {
              content: {
                'application/json': { schema: { properties: { origins: { type: 'array' } } } },
              },
            },
            responses: { 200: {}, 400: {}, 401: {}, 403: {}, 404: {} },
          },
        },
      },
    })
  })

  test('behavior: it has what is served and nothing else', () => {
    const anything = new Proxy({}, { get: () => () => undefined })
    const { routes } = operatorApp(anything as never)
    const served = routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path}`)
    const described = operatorCalls.map(
      ({ method, path }) => `${method.toUpperCase()} /operator${path}`,
    )
    expect([...new Set(served)].sort()).toEqual([...described].sort())
  })
})
