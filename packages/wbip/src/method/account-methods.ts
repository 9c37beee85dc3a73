import { notPlain, plainCopy } from '../encoding/plain-copy.ts'
import {
  anyText,
  boundedText,
  listOf,
  objectOf,
  oneOf,
  orAbsent,
  type Shape,
  trueOrFalse,
} from '../encoding/shape.ts'

export type Purpose = 'payment' | 'ordinals' | 'stacks'

/**
 * One address from a wallet, within size limits; the adapter checks whether it is valid on its
 * chain.
 */
export interface WalletAddress {
  readonly address: string
  readonly publicKey?: string | undefined
  readonly symbol?: string | undefined
  readonly type?: string | undefined
  readonly addressType?: string | undefined
  readonly purpose?: string | undefined
  readonly derivationPath?: string | undefined
  readonly tweakedPublicKey?: string | undefined
}
export interface AddressesParams {
  /** Name of the network in the wallet's own spelling; see `networkName`. */
  readonly network?: string | undefined
  readonly purposes?: readonly Purpose[] | undefined
  /** Text that some wallets show in the prompt. */
  readonly message?: string | undefined
}
export interface AddressesResult {
  readonly addresses: readonly WalletAddress[]
}
export interface WalletConnectResult extends AddressesResult {
  readonly walletType?: string | undefined
}
export interface WalletAccount {
  readonly address: string
  readonly publicKey?: string | undefined
  readonly symbol?: string | undefined
}
export interface AccountsResult {
  readonly accounts: readonly WalletAccount[]
}

export interface WalletInfo {
  readonly version: string
  readonly platform?: string | undefined
  /** Names of the requests that the wallet claims to support. */
  readonly methods?: readonly string[] | undefined
  /** Names of the standards that the wallet claims to support. */
  readonly supports?: readonly string[] | undefined
}
export interface PurposesParams {
  readonly purposes: readonly Purpose[]
  readonly message?: string | undefined
}
export interface ProfileParams {
  /** Public profile of the user as plain data; at most 64 KiB. */
  readonly profile: Readonly<Record<string, unknown>>
}

const hexKey = boundedText(130, /^[0-9a-f]+$/i)
const shortWord = boundedText(64, /^[\w-]+$/)
const bareAddress = boundedText(90, /^[a-zA-Z0-9]+$/)
const pathText = boundedText(128, /^[m\d/'h]+$/)

export const addressesParams: Shape<AddressesParams> = objectOf<AddressesParams>({
  network: orAbsent(shortWord),
  purposes: orAbsent(listOf(oneOf(['payment', 'ordinals', 'stacks']), 1, 3)),
  message: orAbsent(anyText(280)),
})
const addresses = listOf(
  objectOf<WalletAddress>({
    address: bareAddress,
    publicKey: orAbsent(hexKey),
    symbol: orAbsent(shortWord),
    type: orAbsent(shortWord),
    addressType: orAbsent(shortWord),
    purpose: orAbsent(shortWord),
    derivationPath: orAbsent(pathText),
    tweakedPublicKey: orAbsent(hexKey),
  }),
  1,
  100,
)
export const addressesResult: Shape<AddressesResult> = objectOf<AddressesResult>({ addresses })
export const walletConnectResult: Shape<WalletConnectResult> = objectOf<WalletConnectResult>({
  addresses,
  walletType: orAbsent(shortWord),
})
export const accountsResult: Shape<AccountsResult> = objectOf<AccountsResult>({
  accounts: listOf(
    objectOf<WalletAccount>({
      address: bareAddress,
      publicKey: orAbsent(hexKey),
      symbol: orAbsent(shortWord),
    }),
    1,
    100,
  ),
})
export const networkParams: Shape<{ readonly network?: string | undefined }> = objectOf<{
  readonly network?: string | undefined
}>({ network: orAbsent(shortWord) })
export const networkChange: Shape<{ readonly name: string }> = objectOf<{ readonly name: string }>({
  name: shortWord,
})
export const noParams: Shape<undefined> = (value, at) =>
  value === undefined ? undefined : `${at} takes nothing`
/** Accepts any result, for requests whose result is not used. */
export const anyResult: Shape<unknown> = () => undefined
export const grantedResult: Shape<true> = (value, at) =>
  trueOrFalse(value, at) ?? (value === true ? undefined : `${at} is false`)
const methodId = boundedText(64, /^[a-z][\w.:-]+$/i)
export const infoResult: Shape<WalletInfo> = objectOf<WalletInfo>({
  version: boundedText(64, /^[\w.+-]+$/),
  platform: orAbsent(shortWord),
  methods: orAbsent(listOf(methodId, 0, 200)),
  supports: orAbsent(listOf(methodId, 0, 200)),
})
export const purposesParams: Shape<PurposesParams> = objectOf<PurposesParams>({
  purposes: listOf(oneOf(['payment', 'ordinals', 'stacks']), 1, 3),
  message: orAbsent(anyText(280)),
})
/** Checks a list of addresses that is not inside an object. */
export const addressList: Shape<readonly WalletAddress[]> = addresses
const profileLimit = 65_536
export const profile: Shape<ProfileParams> = objectOf<ProfileParams>({
  profile: (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${at} is no object`
    const plainProfile = plainCopy(value)
    if (plainProfile === notPlain) return `${at} is no plain data`
    return JSON.stringify(plainProfile).length > profileLimit
      ? `${at} is larger than ${profileLimit} bytes`
      : undefined
  },
})
