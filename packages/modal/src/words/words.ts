import type { ErrorCode } from '@latchkey/protocol'
import type { accountWords } from './en/account.ts'
import type { activityWords } from './en/activity.ts'
import type { buyWords } from './en/buy.ts'
import type { connectWords } from './en/connect.ts'
import type { furtherWords } from './en/further.ts'
import type { loginWords } from './en/login.ts'
import type { namesWords } from './en/names.ts'
import type { pageWords } from './en/page.ts'
import type { payWords } from './en/pay.ts'
import type { profileWords } from './en/profile.ts'
import type { signInWords } from './en/sign-in.ts'
import type { swapWords } from './en/swap.ts'
import type { upgradeWords } from './en/upgrade.ts'

/** The English texts define the type, so a translation that lacks a text does not compile. */
export type PageWords = typeof pageWords
export type ConnectWords = typeof connectWords
export type FurtherWords = typeof furtherWords
export type LoginWords = typeof loginWords
export type AccountWords = typeof accountWords
export type ActivityWords = typeof activityWords
export type BuyWords = typeof buyWords
export type NamesWords = typeof namesWords
export type PayWords = typeof payWords
export type ProfileWords = typeof profileWords
export type SignInWords = typeof signInWords
export type SwapWords = typeof swapWords
export type UpgradeWords = typeof upgradeWords
/**
 * Error texts, keyed by error code. They are long, so the dialog loads them only with the first
 * error.
 */
export type ErrorWords = Readonly<Record<ErrorCode, string>>
/**
 * All texts that the account's views can use: those of Connect, those of the account, and the error
 * texts.
 */
export type AccountChunkWords = ConnectWords & AccountWords & { readonly errors: ErrorWords }
/** All texts that the views to which Connect leads can use, such as the list of all wallets. */
export type FurtherChunkWords = ConnectWords & FurtherWords
/** All texts that the views of login by email or social account can use. */
export type LoginChunkWords = FurtherChunkWords & LoginWords

/** Texts that only one feature's own views use. */
export interface FeatureWords {
  readonly activity: ActivityWords
  readonly swap: SwapWords
  readonly buy: BuyWords
  readonly names: NamesWords
  readonly pay: PayWords
  readonly profile: ProfileWords
  readonly 'smart-account': UpgradeWords
}

export interface Words {
  readonly page: PageWords
  readonly connect: ConnectWords
  readonly further: FurtherWords
  readonly login: LoginWords
  readonly account: AccountWords
  readonly activity: ActivityWords
  readonly buy: BuyWords
  readonly names: NamesWords
  readonly pay: PayWords
  readonly profile: ProfileWords
  readonly signIn: SignInWords
  readonly swap: SwapWords
  readonly upgrade: UpgradeWords
}
