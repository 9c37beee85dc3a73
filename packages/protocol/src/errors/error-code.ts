import type { connectingTexts } from '../error-text/connecting.ts'
import type { embeddedTexts } from '../error-text/embedded.ts'
import type { gatewayTexts } from '../error-text/gateway.ts'
import type { nodeTexts } from '../error-text/node.ts'
import type { sendingTexts } from '../error-text/sending.ts'
import type { tradingTexts } from '../error-text/trading.ts'
import type { walletRpcTexts } from '../error-text/wallet-rpc.ts'
import type { walletConnectTexts } from '../error-text/walletconnect.ts'

/**
 * Every error code of Latchkey, in kebab-case. The codes are the keys of the tables of error texts,
 * so each code has a text. Only types are imported here: the texts are in
 * `@latchkey/protocol/errors`. Texts for visitors are in the modal package.
 */
export type ErrorCode =
  | keyof typeof connectingTexts
  | keyof typeof sendingTexts
  | keyof typeof tradingTexts
  | keyof typeof gatewayTexts
  | keyof typeof walletRpcTexts
  | keyof typeof nodeTexts
  | keyof typeof walletConnectTexts
  | keyof typeof embeddedTexts
