import { Validator } from '@seriousme/openapi-schema-validator'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '../../ports/route.ts'
import { makeGateway } from '../../test/make-gateway.ts'
import { makeRoutes } from '../routes.ts'
import { openApiDocument } from './open-api-document.ts'

interface Document {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly operationId: string }>>>
  >
}
const validate = (document: unknown) =>
  new Validator().validate(document as Record<string, unknown>)
const served = async (): Promise<Document> =>
  (await makeGateway().app.request('/openapi.json')).json()

describe('openApiDocument', () => {
  test('default', async () => {
    const document = await served()
    const { valid, errors } = await validate(structuredClone(document))
    expect([valid, errors]).toEqual([true, undefined])
    expect(document).toMatchObject({
      openapi: '3.1.0',
      paths: {
        '/v1/account/{address}/balance': {
          get: {
            parameters: expect.arrayContaining([
              {
                name: 'address',
                in: 'path',
                required: true,
                schema: { type: 'string', minLength: 1 },
              },
              expect.objectContaining({
                name: 'currency',
                required: true,
                schema: expect.objectContaining({ enum: expect.arrayContaining(['usd']) }),
              }),
              expect.objectContaining({ name: 'chainId', required: false }),
              expect.objectContaining({ name: 'projectId', required: true }),
            ]),
            responses: { 200: {}, 400: {}, 401: {}, 403: {}, 429: {}, 500: {}, 503: {} },
          },
        },
      },
    })
  })

  test('behavior: every route of the gateway is in it, under a name of its own', async () => {
    const { paths } = await served()
    const parts = new Proxy({}, { get: () => new Proxy({}, { get: () => [] }) })
    const missing = makeRoutes(parts as never).filter(({ summary }) => !summary)
    expect(missing.map(({ paths: [path] }) => path)).toEqual([])
    const ids = Object.values(paths).flatMap((one) =>
      Object.values(one).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/openapi.json', '/health', '/batch', '/v1']),
    )
    expect(Object.keys(paths)).not.toContain('/metrics')
  })

  test('behavior: a validator of its own finds a document that is wrong', async () => {
    const bad = defineRoute({
      method: 'GET',
      paths: ['/a'],
      access: 'open',
      summary: 5 as never,
      handle: () => ({ json: {} }),
    })
    expect((await validate(openApiDocument([bad]))).valid).toBe(false)
  })

  test('behavior: shapes that only check are left open', () => {
    const answer = z.object({ when: z.custom<string>(() => true), name: z.string().max(3) })
    const odd = defineRoute({
      method: 'GET',
      paths: ['/a'],
      access: 'open',
      summary: 'a',
      answer,
      handle: () => ({ json: {} }),
    })
    expect(JSON.stringify(openApiDocument([odd]))).toContain(
      '"properties":{"when":{},"name":{"type":"string","maxLength":3}}',
    )
  })
})
