import { z } from 'zod'
import { defineRoute, type Route } from '../../ports/route.ts'
import { openApiDocument } from '../open-api/open-api-document.ts'

/**
 * Creates the route `GET /openapi.json`, which answers the OpenAPI document of `otherRoutes` and of
 * this route.
 */
export function openApiRoute(otherRoutes: readonly Route[]): Route {
  const cachedDocument: { text?: string } = {}
  const ownRoute: Route = defineRoute({
    method: 'GET',
    paths: ['/openapi.json'],
    access: 'open',
    summary: 'This document',
    described: { answer: z.looseObject({ openapi: z.string() }) },
    handle() {
      cachedDocument.text ??= JSON.stringify(openApiDocument([...otherRoutes, ownRoute]))
      return new Response(cachedDocument.text, {
        headers: { 'content-type': 'application/json', 'cache-control': 'public, max-age=300' },
      })
    },
  })
  return ownRoute
}
