import { z } from 'zod'
import { defineRoute, type Route } from '../../ports/route.ts'
import { openApiDocument } from '../open-api/open-api-document.ts'

/** `GET /openapi.json`: the OpenAPI document of `others` and of this route. */
export function openApiRoute(others: readonly Route[]): Route {
  const made: { text?: string } = {}
  const own: Route = defineRoute({
    method: 'GET',
    paths: ['/openapi.json'],
    access: 'open',
    summary: 'This document',
    described: { answer: z.looseObject({ openapi: z.string() }) },
    handle() {
      made.text ??= JSON.stringify(openApiDocument([...others, own]))
      return new Response(made.text, {
        headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
      })
    },
  })
  return own
}
