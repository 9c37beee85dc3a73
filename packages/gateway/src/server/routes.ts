import type { Context } from 'hono'
import type { Parts, Route } from '../ports/route.ts'
import { analyticsConfigRoute } from '../routes/analytics-config.ts'
import { balanceRoute } from '../routes/balance.ts'
import { convertAllowanceRoute } from '../routes/convert-allowance.ts'
import { convertApproveRoute } from '../routes/convert-approve.ts'
import { convertBuildRoute } from '../routes/convert-build.ts'
import { convertGasPriceRoute } from '../routes/convert-gas-price.ts'
import { convertQuotesRoute } from '../routes/convert-quotes.ts'
import { convertTokensRoute } from '../routes/convert-tokens.ts'
import { eventRoute, eventsRoute } from '../routes/events.ts'
import { exchangeRoute } from '../routes/exchange.ts'
import { featuresRoute } from '../routes/features.ts'
import { historyRoute } from '../routes/history.ts'
import { identityRoute } from '../routes/identity.ts'
import { imageRoutes } from '../routes/images.ts'
import { askedByGetRoute, jsonRpcRoute } from '../routes/json-rpc.ts'
import { nameLookUpRoute } from '../routes/name-look-up.ts'
import { nameRoutes } from '../routes/names.ts'
import { onrampRoutes } from '../routes/onramp.ts'
import { onrampOrderRoute } from '../routes/onramp-order.ts'
import { onrampUrlRoute } from '../routes/onramp-url.ts'
import { originsRoute } from '../routes/origins.ts'
import { otpRoutes } from '../routes/otp.ts'
import { priceRoute } from '../routes/price.ts'
import { supportedChainsRoute } from '../routes/supported-chains.ts'
import { walletsRoute } from '../routes/wallets.ts'
import { healthRoute } from './routes/health.ts'

/** Every route of the gateway: a new one is its file and a line here. */
export function routes(
  parts: Parts & {
    /** Address of the caller. */
    readonly callerOf: (context: Context) => string
  },
): readonly Route[] {
  return [
    healthRoute(),
    supportedChainsRoute(parts),
    originsRoute(),
    featuresRoute(parts),
    analyticsConfigRoute(),
    ...otpRoutes(parts),
    eventRoute(parts),
    eventsRoute(parts),
    walletsRoute(parts),
    ...imageRoutes(parts),
    balanceRoute(parts),
    priceRoute(parts),
    convertTokensRoute(parts),
    convertQuotesRoute(parts),
    convertAllowanceRoute(parts),
    convertGasPriceRoute(parts),
    convertApproveRoute(parts),
    convertBuildRoute(parts),
    ...onrampRoutes(parts),
    onrampUrlRoute(parts),
    onrampOrderRoute(parts),
    exchangeRoute(parts),
    historyRoute(parts),
    identityRoute(parts),
    ...nameRoutes(parts),
    nameLookUpRoute(parts),
    jsonRpcRoute(parts),
    askedByGetRoute(),
  ]
}
