import type { Context } from 'hono'
import { analyticsConfigRoute } from '../features/analytics/routes/analytics-config.ts'
import { eventRoute, eventsRoute } from '../features/analytics/routes/events.ts'
import { balanceRoute } from '../features/balances/routes/balance.ts'
import { otpRoutes } from '../features/email-capture/routes/otp.ts'
import { historyRoute } from '../features/history/routes/history.ts'
import { identityRoute } from '../features/identity/routes/identity.ts'
import { imageRoutes } from '../features/images/routes/images.ts'
import { nameLookUpRoute } from '../features/names/routes/name-look-up.ts'
import { nameRoutes } from '../features/names/routes/names.ts'
import { exchangeRoute } from '../features/onramp/routes/exchange.ts'
import { onrampRoutes } from '../features/onramp/routes/onramp.ts'
import { onrampOrderRoute } from '../features/onramp/routes/onramp-order.ts'
import { onrampUrlRoute } from '../features/onramp/routes/onramp-url.ts'
import { orderRoutes } from '../features/orders/routes/orders.ts'
import { priceRoute } from '../features/prices/routes/price.ts'
import { featuresRoute } from '../features/projects/routes/features.ts'
import { originsRoute } from '../features/projects/routes/origins.ts'
import { jsonRpcRoute, refuseGetRoute } from '../features/rpc/routes/json-rpc.ts'
import { supportedChainsRoute } from '../features/rpc/routes/supported-chains.ts'
import { convertAllowanceRoute } from '../features/swap/routes/convert-allowance.ts'
import { convertApproveRoute } from '../features/swap/routes/convert-approve.ts'
import { convertBuildRoute } from '../features/swap/routes/convert-build.ts'
import { convertGasPriceRoute } from '../features/swap/routes/convert-gas-price.ts'
import { convertQuotesRoute } from '../features/swap/routes/convert-quotes.ts'
import { convertTokensRoute } from '../features/swap/routes/convert-tokens.ts'
import { walletsRoute } from '../features/wallets/routes/wallets.ts'
import type { Route, RouteServices } from '../ports/route.ts'
import { healthRoute } from './routes/health.ts'

/** Creates every route of the gateway. A new route needs a file of its own and a line here. */
export function makeRoutes(
  services: RouteServices & {
    /** Network address of the caller. */
    readonly callerOf: (context: Context) => string
  },
): readonly Route[] {
  return [
    healthRoute(),
    supportedChainsRoute(services),
    originsRoute(),
    featuresRoute(services),
    analyticsConfigRoute(),
    ...otpRoutes(services),
    eventRoute(services),
    eventsRoute(services),
    walletsRoute(services),
    ...imageRoutes(services),
    balanceRoute(services),
    priceRoute(services),
    convertTokensRoute(services),
    convertQuotesRoute(services),
    convertAllowanceRoute(services),
    convertGasPriceRoute(services),
    convertApproveRoute(services),
    convertBuildRoute(services),
    ...onrampRoutes(services),
    onrampUrlRoute(services),
    onrampOrderRoute(services),
    exchangeRoute(services),
    ...orderRoutes(services),
    historyRoute(services),
    identityRoute(services),
    ...nameRoutes(services),
    nameLookUpRoute(services),
    jsonRpcRoute(services),
    refuseGetRoute(),
  ]
}
