import { notPlain, plain } from '../encoding/plain.ts'
import {
  anyText,
  fields,
  flag,
  list,
  oneOf,
  optional,
  type Shape,
  text,
} from '../encoding/shape.ts'

export type Purpose = 'payment' | 'ordinals' | 'stacks'

/**
 * One address as a wallet told it, within bounds; whether it is an address of its chain, the
 * adapter says.
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
  /** As the wallet spells networks; `networkName` gives it. */
  readonly network?: string | undefined
  readonly purposes?: readonly Purpose[] | undefined
  /** Shown by wallets that show one. */
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
  /** Requests it says it has. */
  readonly methods?: readonly string[] | undefined
  /** Standards it says it keeps to. */
  readonly supports?: readonly string[] | undefined
}
export interface PurposesParams {
  readonly purposes: readonly Purpose[]
  readonly message?: string | undefined
}
export interface ProfileParams {
  /** What is public of a person, as plain data; 64 KiB at most. */
  readonly profile: Readonly<Record<string, unknown>>
}

const hexKey = text(130, /^[0-9a-f]+$/i)
const word = text(64, /^[\w-]+$/)
const bare = text(90, /^[a-zA-Z0-9]+$/)
const path = text(128, /^[m\d/'h]+$/)

export const addressesParams: Shape<AddressesParams> = fields<AddressesParams>({
  network: optional(word),
  purposes: optional(list(oneOf(['payment', 'ordinals', 'stacks']), 1, 3)),
  message: optional(anyText(280)),
})
const addresses = list(
  fields<WalletAddress>({
    address: bare,
    publicKey: optional(hexKey),
    symbol: optional(word),
    type: optional(word),
    addressType: optional(word),
    purpose: optional(word),
    derivationPath: optional(path),
    tweakedPublicKey: optional(hexKey),
  }),
  1,
  100,
)
export const addressesResult: Shape<AddressesResult> = fields<AddressesResult>({ addresses })
export const walletConnectResult: Shape<WalletConnectResult> = fields<WalletConnectResult>({
  addresses,
  walletType: optional(word),
})
export const accountsResult: Shape<AccountsResult> = fields<AccountsResult>({
  accounts: list(
    fields<WalletAccount>({ address: bare, publicKey: optional(hexKey), symbol: optional(word) }),
    1,
    100,
  ),
})
export const networkParams: Shape<{ readonly network?: string | undefined }> = fields<{
  readonly network?: string | undefined
}>({ network: optional(word) })
export const networkChange: Shape<{ readonly name: string }> = fields<{ readonly name: string }>({
  name: word,
})
export const nothing: Shape<undefined> = (value, at) =>
  value === undefined ? undefined : `${at} takes nothing`
/** Whatever it is: nothing is read of it. */
export const anything: Shape<unknown> = () => undefined
export const granted: Shape<true> = (value, at) =>
  flag(value, at) ?? (value === true ? undefined : `${at} is false`)
const idOf = text(64, /^[a-z][\w.:-]+$/i)
export const infoResult: Shape<WalletInfo> = fields<WalletInfo>({
  version: text(64, /^[\w.+-]+$/),
  platform: optional(word),
  methods: optional(list(idOf, 0, 200)),
  supports: optional(list(idOf, 0, 200)),
})
export const purposesParams: Shape<PurposesParams> = fields<PurposesParams>({
  purposes: list(oneOf(['payment', 'ordinals', 'stacks']), 1, 3),
  message: optional(anyText(280)),
})
/** A bare list of addresses. */
export const addressList: Shape<readonly WalletAddress[]> = addresses
const profileLimit = 65_536
export const profile: Shape<ProfileParams> = fields<ProfileParams>({
  profile: (value, at) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      return `${at} is no object`
    const copy = plain(value)
    if (copy === notPlain) return `${at} is no plain data`
    return JSON.stringify(copy).length > profileLimit
      ? `${at} is larger than ${profileLimit} bytes`
      : undefined
  },
})
