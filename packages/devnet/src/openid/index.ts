export type { ClientKey, ProviderId } from './players.ts'
export {
  type OpenIdProvider,
  type PlayedProvider,
  providersAt,
  startOpenIdProvider,
} from './start-open-id-provider.ts'
