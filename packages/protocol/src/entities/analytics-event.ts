/** Names of the analytics events with `type: 'track'`; `MODAL_CREATED` is never sent. */
export const trackedEvents = [
  'INITIALIZE',
  'MODAL_OPEN',
  'MODAL_CLOSE',
  'CLICK_ALL_WALLETS',
  'SELECT_WALLET',
  'CONNECT_SUCCESS',
  'CONNECT_ERROR',
  'USER_REJECTED',
  'DISCONNECT_SUCCESS',
  'DISCONNECT_ERROR',
  'CLICK_WALLET_HELP',
  'CLICK_NETWORK_HELP',
  'CLICK_GET_WALLET_HELP',
  'CLICK_NETWORKS',
  'CLICK_CONVERT',
  'CLICK_SELECT_TOKEN_TO_SWAP',
  'CLICK_SELECT_NETWORK_TO_SWAP',
  'CLICK_TRANSACTIONS',
  'ERROR_FETCH_TRANSACTIONS',
  'LOAD_MORE_TRANSACTIONS',
  'CLICK_SIGN_SIWX_MESSAGE',
  'CLICK_CANCEL_SIWX',
  'SIWX_AUTH_SUCCESS',
  'SIWX_AUTH_ERROR',
  'EMAIL_LOGIN_SELECTED',
  'EMAIL_SUBMITTED',
  'DEVICE_REGISTERED_FOR_EMAIL',
  'EMAIL_VERIFICATION_CODE_SENT',
  'EMAIL_VERIFICATION_CODE_PASS',
  'EMAIL_EDIT',
  'EMAIL_UPGRADE_FROM_MODAL',
  'EMAIL_VERIFICATION_CODE_FAIL',
  'SWITCH_NETWORK',
  'SELECT_BUY_CRYPTO',
  'SELECT_WHAT_IS_A_BUY',
  'SELECT_BUY_PROVIDER',
  'SET_PREFERRED_ACCOUNT_TYPE',
  'OPEN_SWAP',
  'OPEN_SEND',
  'INITIATE_SWAP',
  'SWAP_SUCCESS',
  'SWAP_ERROR',
  'SWAP_APPROVAL_ERROR',
  'SOCIAL_LOGIN_STARTED',
  'SOCIAL_LOGIN_REQUEST_USER_DATA',
  'SOCIAL_LOGIN_CANCELED',
  'SOCIAL_LOGIN_SUCCESS',
  'SOCIAL_LOGIN_ERROR',
  'OPEN_ENS_FLOW',
  'REGISTER_NAME_INITIATED',
  'REGISTER_NAME_SUCCESS',
  'REGISTER_NAME_ERROR',
  'SEND_INITIATED',
  'SEND_SUCCESS',
  'SEND_ERROR',
  'SEND_REJECTED',
  'CONNECT_PROXY_ERROR',
  'SEARCH_WALLET',
  'GET_WALLET',
  'WALLET_IMPRESSION_V2',
  'PAY_SUCCESS',
  'PAY_ERROR',
  'PAY_INITIATED',
  'PAY_MODAL_OPEN',
  'PAY_EXCHANGE_SELECTED',
] as const
export type TrackedEvent = (typeof trackedEvents)[number]

/**
 * Names of the analytics events that only Latchkey has: `WALLET_ASKED` (name, platform, namespace)
 * is sent when a wallet is asked to connect or a code is shown.
 */
export const ownEvents = ['WALLET_ASKED'] as const
export type OwnEvent = (typeof ownEvents)[number]

/** Names of the analytics events that are sent even when the owner has turned analytics off. */
export const alwaysSentEvents: readonly TrackedEvent[] = ['INITIALIZE']

/** Names of the analytics events with `type: 'error'`; at most five of them are sent per minute. */
export const errorEvents = [
  'API_ERROR',
  'DATA_PARSING_ERROR',
  'SECURE_SITE_ERROR',
  'INTERNAL_SDK_ERROR',
] as const
export type ErrorEvent = (typeof errorEvents)[number]

/** One analytics event, as it is sent to the gateway. */
export interface AnalyticsEvent {
  /** UUID of the event; the gateway ignores an event that it receives a second time. */
  readonly eventId: string
  /** Address of the page where the event happened, without query and fragment. */
  readonly url: string
  readonly domain: string
  /**
   * Time of the event in milliseconds since the epoch, or in ISO 8601 on errors; the gateway does
   * not trust it.
   */
  readonly timestamp: number | string
  readonly props: {
    readonly type: 'track' | 'error'
    readonly event: string
    readonly address?: string | null
    /**
     * An addition of Latchkey to the gateway's protocol: a random UUID of this page visit, which
     * connects the events of a visit without an account address.
     */
    readonly visit?: string | null
    readonly properties?: Readonly<Record<string, unknown>> | null
    readonly errorType?: string | null
    readonly errorMessage?: string | null
    readonly stackTrace?: string | null
  }
}
