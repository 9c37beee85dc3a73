import type { Recipe } from '../recipe.ts'

const route = `import { z } from 'zod'
import { defineRoute, type Route, type RouteServices } from '../../../ports/route.ts'

/** \`GET /v1/chain-count\`. */
export function chainCountRoute({ config }: Pick<RouteServices, 'config'>): Route {
  return defineRoute({
    method: 'GET',
    paths: ['/v1/chain-count'],
    summary: 'How many networks the gateway serves.',
    access: 'project',
    answer: z.object({ count: z.number() }),
    handle: () => ({ json: { count: config.chains.length } }),
  })
}
`
const test = `import { expect, test } from 'vitest'
import { makeGateway } from '../../../test/make-gateway.ts'

test('default', async () => {
  const { app } = makeGateway()
  const response = await app.request('/v1/chain-count?projectId=shop')
  expect([response.status, await response.json()]).toEqual([200, { count: 1 }])
})

test('behavior: it asks for a project, and stands in the document', async () => {
  const { app } = makeGateway()
  expect((await app.request('/v1/chain-count')).status).toBe(401)
  expect(await (await app.request('/openapi.json')).text()).toContain('/v1/chain-count')
})
`

/** A route of an existing feature of the gateway. */
export const addRoute: Recipe = {
  name: 'gateway route',
  files: {
    'packages/gateway/src/features/rpc/routes/chain-count.ts': route,
    'packages/gateway/src/features/rpc/routes/chain-count.test.ts': test,
  },
  edits: [
    {
      path: 'packages/gateway/src/server/routes.ts',
      after: "import { originsRoute } from '../features/projects/routes/origins.ts'",
      add: "import { chainCountRoute } from '../features/rpc/routes/chain-count.ts'",
    },
    {
      path: 'packages/gateway/src/server/routes.ts',
      after: '    supportedChainsRoute(services),',
      add: '    chainCountRoute(services),',
    },
  ],
  tests: [
    'packages/gateway/src/features/rpc/routes/chain-count.test.ts',
    'packages/gateway/src/server/open-api',
  ],
}
