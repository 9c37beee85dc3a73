import { z } from 'zod'
import { refusal } from '../../../base/refuse.ts'
import {
  type Answer,
  type CheckedRequest,
  defineRoute,
  type Route,
  type RouteServices,
} from '../../../ports/route.ts'
import { currencyImage } from './currency-image.ts'

type ImageServices = Pick<RouteServices, 'config' | 'images' | 'wallets'>

const svg = 'image/svg+xml'
const image = { type: 'image/png', refusals: [400, 404, 503] } as const

/**
 * Creates the image routes, with the proxy through which every icon from another server is loaded.
 */
export function imageRoutes(services: ImageServices): readonly Route[] {
  const { config, wallets } = services
  const ownImageRoute = (
    path: string,
    summary: string,
    find: (id: string) => string | null | undefined,
  ): Route =>
    defineRoute({
      method: 'GET',
      paths: [path],
      summary,
      access: 'project',
      described: image,
      handle: (request) =>
        serveImage(services, request, find(request.context.req.param('id') ?? '')),
    })
  return [
    ownImageRoute(
      '/getWalletImage/:id',
      'The icon of a wallet',
      (id) => wallets.all().find((one) => one.image_id === id || one.id === id)?.image_url,
    ),
    ownImageRoute(
      '/public/getAssetImage/:id',
      'The icon of a chain',
      (id) => config.chains.find((chain) => chain.id === id)?.iconUrl,
    ),
    ownImageRoute(
      '/public/getTokenImage/:id',
      'The icon of a token',
      (symbol) => config.tokens.find((token) => token.symbol === symbol)?.iconUrl,
    ),
    defineRoute({
      method: 'GET',
      paths: ['/public/getCurrencyImage/:id'],
      summary: 'The sign of a currency, drawn as SVG',
      access: 'project',
      described: { type: svg, refusals: [404] },
      handle: ({ context }) => {
        const drawing = currencyImage(context.req.param('id') ?? '')
        if (!drawing) throw refusal(404, 'image', 'There is no such currency')
        return makeImageResponse(drawing, svg)
      },
    }),
    defineRoute({
      method: 'GET',
      paths: ['/v1/image'],
      summary: 'An image of the web, made a small raster',
      access: 'project',
      described: image,
      query: z.object({ url: z.string().max(2048) }),
      handle: (request) =>
        serveImage(
          services,
          request,
          /^https?:/i.test(request.query.url) ? request.query.url : undefined,
        ),
    }),
  ]
}

async function serveImage(
  { images }: ImageServices,
  { signal }: CheckedRequest,
  address: string | null | undefined,
): Promise<Answer> {
  if (!address) throw refusal(404, 'image', 'There is no such image')
  const { bytes, type } = await images.load(address, signal)
  return makeImageResponse(bytes as Uint8Array<ArrayBuffer>, type)
}

function makeImageResponse(body: BodyInit, type: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'cache-control': 'public, max-age=86400',
    },
  })
}
